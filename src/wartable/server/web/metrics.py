"""Metrics for Prometheus at /metrics, for this machine and the configured networks."""

import asyncio
import platform
import time
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, Info, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from starlette.types import Scope

from wartable import __version__

from .context import Context
from .proxies import read_networks

HERE = read_networks(["127.0.0.0/8", "::1"], "--metrics")
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_SECONDS = 0.5


class Figures:
    """The metrics of one server. Each has its own registry, so that several can run in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        names = ["method", "route", "status"]
        about = "HTTP requests, by the route that answered"
        self.requests = Counter("wartable_requests", about, names, registry=self.registry)
        self.seconds = Histogram(
            "wartable_request_seconds", "How long they took", ["route"], buckets=BUCKETS, registry=self.registry
        )
        self.lag = Histogram(
            "wartable_loop_lag_seconds", "How late the event loop is", buckets=BUCKETS, registry=self.registry
        )
        self.stored = Histogram(
            "wartable_commit_seconds",
            "How long the first write of a commit waits until it is on disk",
            buckets=BUCKETS,
            registry=self.registry,
        )
        build = {"version": __version__, "python": platform.python_version()}
        Info("wartable_build", "The program that runs", registry=self.registry).info(build)
        self._task: asyncio.Task[None] | None = None

    def count(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request by the route that answered it, never by what somebody wrote in an address."""
        route = getattr(scope.get("route"), "path", "other")
        method = scope["method"] if scope["method"] in ("GET", "POST", "PATCH", "DELETE", "HEAD") else "other"
        self.requests.labels(method, route, status).inc()
        self.seconds.labels(route).observe(seconds)

    def start(self, context: Context) -> None:
        context.store.stored = self.stored.observe
        self.registry.register(_State(context))
        self._task = asyncio.create_task(self._measure_lag())

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def _measure_lag(self) -> None:
        while True:
            wanted = time.monotonic() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self.lag.observe(max(0.0, time.monotonic() - wanted))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _State(Collector):
    """Values that are computed on request."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def collect(self) -> Iterator[Metric]:
        context = self.context
        lives = list(context.tables.lives.values())
        thinking = context.tables.bots.turns.waiting + context.tables.analysts.turns.waiting
        gauges = {
            "wartable_tables": ("Tables in memory", len(lives)),
            "wartable_tables_playing": (
                "Matches in play in memory",
                sum(one.table.status == "playing" for one in lives),
            ),
            "wartable_sockets": ("Open sockets at tables", context.accounts.doors.count),
            "wartable_write_queue": ("Writes that wait for their commit", context.store.queued),
            "wartable_draw_queue": ("What waits for the thread that draws", context.tables.turns.waiting),
            "wartable_think_queue": ("What waits for bots, hints and coach", thinking),
            "wartable_closing": ("1 while the server closes", int(context.is_closing)),
        }
        for name, (about, value) in gauges.items():
            yield GaugeMetricFamily(name, about, value=value)
        age = GaugeMetricFamily("wartable_backup_age_seconds", "Since the last good copy, once there was one")
        if context.tables.heart.copied is not None:
            age.add_metric([], max(0.0, time.time() - context.tables.heart.copied))
        yield age
        counts = {
            "wartable_commits": ("Commits to the database", context.store.commits),
            "wartable_store_errors": ("Commits that failed", context.store.errors),
            "wartable_mails_sent": ("Mails sent", context.mailer.sent),
            "wartable_mails_failed": ("Mails that could not be sent", context.mailer.failed),
            "wartable_webhooks_sent": ("Webhooks called", context.notifier.hooks.sent),
            "wartable_webhooks_failed": ("Webhooks that failed", context.notifier.hooks.failed),
        }
        for name, (about, value) in counts.items():
            yield CounterMetricFamily(name, about, value=value)
        moves = CounterMetricFamily("wartable_moves", "Moves, by how they were answered", labels=["code"])
        for code, count in sorted(context.tables.moves.results.items()):
            moves.add_metric([code], count)
        yield moves
