"""Lulls and army reserve: armies that regroup, and what they hold back. [24.0] [25.0]"""
