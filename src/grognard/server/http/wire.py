"""The wire of a socket: it hangs up on whoever floods it, or does not take what was sent.

The library below reads on while it waits for a client to close, and waits for one that never takes
its frames. Here a client may send so much and no more, and a socket that is done with is cut.
"""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

BURST, A_SECOND = 192 * 1024, 32 * 1024
"""How many bytes a client may send at once, and then each second."""
LAST_BYTES = 4096
"""How many bytes are read of a client that has been asked to leave."""
LAST_SECONDS = 5.0
"""How long the last frames of a socket may take to be taken."""


class Wire(WebSocketsSansIOProtocol):
    """One socket, on which nobody can keep the server from serving others."""

    _bytes: float = BURST
    _at: float = 0.0
    _last = LAST_BYTES

    def data_received(self, data: bytes) -> None:
        """Read what has come, or hang up."""
        now = self.loop.time()
        self._bytes = min(BURST, self._bytes + (now - self._at) * A_SECOND) - len(data)
        self._at = now
        if self.close_sent:
            self._last -= len(data)
        if self._bytes < 0 or self._last < 0:
            self.transport.abort()
        elif not self.transport.is_closing():
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget who is gone; he came in by the door."""
        if "keeper" in self.app_state:
            self.app_state["keeper"].let_out(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Serve the client, and see to it that the socket is gone soon afterwards."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LAST_SECONDS, self.transport.abort)
