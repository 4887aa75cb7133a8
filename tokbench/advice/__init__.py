"""What a payload could send instead: what each path costs, and what shortening its values saves."""
