"""Messages of units whose workers die: only what killed its worker is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from planeval.work.executing import Chunk, Chunks, Waiting
from planeval.work.unit import Key, UnitResult, UnitState
from support.fake_units import units

N_UNITS = 12


@given(
    deadly=st.sets(st.integers(0, N_UNITS - 1)),
    at_a_worker=st.integers(1, 4),
    n_workers=st.integers(1, 3),
    data=st.data(),
)
def test_units_that_wait_behind_a_deadly_one_are_done(
    deadly: set[int], at_a_worker: int, n_workers: int, data: st.DataObject
) -> None:
    """A scheduler whose workers die with all that waits for them, in whatever order it tells so."""
    tasks = [unit.task for unit in units(N_UNITS)]
    killers = {tasks[n].key for n in deadly}
    chunks = Chunks(iter(tasks), Waiting(), deaths_are_shared=True)
    rows: dict[Key, UnitState] = {}
    workers: list[list[Chunk]] = [[] for _ in range(n_workers)]
    for _ in range(1000):
        for queue in workers:
            while len(queue) < at_a_worker and (chunk := chunks.take()) is not None:
                queue.append(chunk)
        busy = [queue for queue in workers if queue]
        if not busy:
            break
        queue = data.draw(st.sampled_from(busy))
        if killers.isdisjoint(task.key for task in queue[0].tasks):
            chunk = queue.pop(0)
            ended = chunks.done(
                chunk.tasks, [UnitResult(UnitState.DONE, "{}") for _ in chunk.tasks]
            )
            rows.update((key, answer.state) for key, answer in ended)
        else:
            for chunk in data.draw(st.permutations(queue)):
                rows.update((key, answer.state) for key, answer in chunks.died(chunk))
            queue.clear()
    assert rows == {
        task.key: UnitState.LOST if task.key in killers else UnitState.DONE for task in tasks
    }
