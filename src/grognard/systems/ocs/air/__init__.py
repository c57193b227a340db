"""Air power: bases, missions in six steps, air combat, flak, and what aircraft do. [14.0]

One module a section of the chapter; `displace` is what the capture of a base calls. [9.14f]
"""

from grognard.systems.ocs.air.displacement import displace as displace
