"""Rate limits: token buckets, and a throttle for wrong passwords."""

import time
from collections import OrderedDict


class Bucket:
    """Allows `burst` requests at once, and `rate` a second in the long run."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class Limiter:
    """A bucket for each key; the least recently used ones are dropped."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, key: str, cost: float = 1.0) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(cost)


class Throttle:
    """After a few wrong passwords, the wait before each further try doubles, up to a quarter of an hour.

    A try is counted when it begins, so that parallel tries do not escape the limit.
    """

    def __init__(self, free: int, longest: float = 900.0, most: int = 20_000) -> None:
        self.free = free
        self.longest = longest
        self.most = most
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, key: str) -> float:
        """Seconds until the next try is allowed."""
        count, at = self._wrong.get(key, (0, 0.0))
        if count < self.free:
            return 0.0
        delay = min(self.longest, 2.0 ** min(count - self.free, 20))
        return max(0.0, at + delay - time.monotonic())

    def begin(self, key: str) -> None:
        """Count a try as if it were wrong."""
        count, at = self._wrong.get(key, (0, 0.0))
        if time.monotonic() - at > 2 * self.longest:
            count = 0
        self._wrong[key] = (count + 1, time.monotonic())
        self._wrong.move_to_end(key)
        if len(self._wrong) > self.most:
            self._wrong.popitem(last=False)

    def wrong(self, key: str) -> None:
        """The try was wrong: the wait begins now."""
        if key in self._wrong:
            self._wrong[key] = (self._wrong[key][0], time.monotonic())

    def forgive(self, key: str) -> None:
        """The try was right: do not count it."""
        count, at = self._wrong.get(key, (0, 0.0))
        if count > 1:
            self._wrong[key] = (count - 1, at)
        else:
            self._wrong.pop(key, None)

    def right(self, key: str) -> None:
        """The try was right, so earlier tries no longer count."""
        self._wrong.pop(key, None)


class LoginThrottle:
    """Limits wrong passwords by person and address, by address, and by person.

    The last limits what many addresses can try on one account. It never blocks an address where that account has a
    session, and waits a minute at most, so nobody can lock an owner out.
    """

    def __init__(self) -> None:
        self._pairs = Throttle(5)
        self._addresses = Throttle(25)
        self._names = Throttle(100, longest=60.0)

    def begin(self, key: str, address: str, is_known: bool) -> float:
        """Seconds to wait before the next try; if 0, this try is allowed and counted."""
        pair = f"{address} {key}"
        waits = [self._pairs.wait(pair), self._addresses.wait(address)]
        wait = max(waits if is_known else [*waits, self._names.wait(key)])
        if wait <= 0:
            self._pairs.begin(pair)
            self._addresses.begin(address)
            self._names.begin(key)
        return wait

    def is_crowded(self, key: str) -> bool:
        """Whether an account has had so many tries that the address matters."""
        return self._names.wait(key) > 0

    def wrong(self, key: str, address: str) -> None:
        self._pairs.wrong(f"{address} {key}")
        self._addresses.wrong(address)
        self._names.wrong(key)

    def forgive(self, key: str, address: str) -> None:
        """The try was not checked after all."""
        self._pairs.forgive(f"{address} {key}")
        self._addresses.forgive(address)
        self._names.forgive(key)

    def right(self, key: str, address: str) -> None:
        self._pairs.right(f"{address} {key}")
        self._addresses.forgive(address)
        self._names.forgive(key)
