"""Faces for programs that learn: Gymnasium, PettingZoo and OpenSpiel, each as its own users expect.

To import this package registers the Gymnasium ids: `grognard/Game-v0`, which takes the scenario as
an argument, and one for each scenario on the shelf, as `grognard/wb95-klin-v0`.
"""

from grognard.envs.registering import ids, register

register()

__all__ = ["ids", "register"]
