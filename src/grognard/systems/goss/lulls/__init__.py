"""Lulls and army reserve: armies that regroup, and what they keep behind the front. [24.0] [25.0]"""
