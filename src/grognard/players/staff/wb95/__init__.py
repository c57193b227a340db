"""How the staff plays WB-95."""
