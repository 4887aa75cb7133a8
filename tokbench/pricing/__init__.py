"""What tokens cost in US dollars: the arithmetic, and where prices come from."""
