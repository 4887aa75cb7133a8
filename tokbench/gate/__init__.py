"""The gate: what a change may cost in tokens, decided from a lock and limits.

Three modules decide and are pure: :mod:`~tokbench.gate.limits`, :mod:`~tokbench.gate.lock` and
:mod:`~tokbench.gate.verdict`. The others look at the world for them: :mod:`~tokbench.gate.config`
reads what to check, :mod:`~tokbench.gate.state` measures the payloads, :mod:`~tokbench.gate.git`
fetches earlier states, :mod:`~tokbench.advice.ablation` finds what grew, and
:mod:`~tokbench.gate.run` joins them.
"""
