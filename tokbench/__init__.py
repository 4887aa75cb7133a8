"""What your data costs in LLM tokens, in every format you could send it in."""
