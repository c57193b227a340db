"""What happens in Korea only, and by no rulebook: HOUSE, and switched on by scenarios."""
