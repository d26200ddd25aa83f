"""The style of all pages of the lab."""

from wartable.drawing.theme import DARK, LIGHT

_NAMES = ("room", "table", "panel", "edge", "ink", "soft", "good", "bad", "seat0", "seat1", "seat2", "seat3")


def _colours(theme: dict[str, str]) -> str:
    return "".join(f"--{name}:{theme[name]};" for name in _NAMES)


STYLE = f"""
:root{{color-scheme:light dark;{_colours(LIGHT)}}}
@media (prefers-color-scheme: dark){{:root{{{_colours(DARK)}}}}}
:root[data-theme=light]{{color-scheme:light;{_colours(LIGHT)}}}
:root[data-theme=dark]{{color-scheme:dark;{_colours(DARK)}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--table);color:var(--ink);font:16px/1.5 system-ui,sans-serif}}
main{{max-width:1120px;margin:0 auto;padding:28px 20px 60px}}
h1{{font-size:30px;line-height:1.2;margin:0 0 6px}}
h2{{font-size:21px;margin:0 0 4px}}
h3{{font-size:16px;margin:18px 0 4px}}
p{{margin:4px 0 10px;max-width:76ch}}
.soft{{color:var(--soft)}}
.lead{{color:var(--soft);margin-bottom:18px}}
section{{background:var(--panel);border:1px solid var(--edge);border-radius:12px;padding:18px 20px;margin:16px 0}}
.pair{{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:16px 26px;align-items:start}}
.beside{{display:grid;grid-template-columns:minmax(0,680px) minmax(220px,1fr);gap:10px 34px;align-items:start}}
.beside>*{{min-width:0}}
.multiples{{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:14px 22px}}
.multiples h3{{margin:4px 0 2px;font-size:15px;font-weight:600}}
.tiles{{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:12px;margin:14px 0 4px}}
.tile{{border:1px solid var(--edge);border-radius:10px;padding:10px 12px}}
.tile b{{display:block;font-size:23px;line-height:1.2;font-variant-numeric:tabular-nums}}
.tile span{{font-size:14px;color:var(--soft);display:block;line-height:1.35}}
ul.short{{list-style:none;padding:0;margin:10px 0 0}}
ul.short li{{padding:5px 0 5px 30px;position:relative;max-width:92ch}}
ul.short li::before{{position:absolute;left:2px;font-weight:700}}
ul.short li.fine::before{{content:"✓";color:var(--good)}}
ul.short li.look::before{{content:"!";color:var(--bad);left:8px}}
ul.short li.note::before{{content:"·";left:8px}}
table{{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}}
.scroll{{overflow-x:auto}}
th{{text-align:left;font-weight:600;color:var(--soft);font-size:14px;border-bottom:1px solid var(--edge)}}
th,td{{padding:5px 12px 5px 0;vertical-align:middle}}
td{{border-bottom:1px solid color-mix(in srgb,var(--edge) 45%,transparent)}}
td.n,th.n{{text-align:right;white-space:nowrap}}
table.uses{{table-layout:fixed;min-width:640px}} .uses th:first-child{{width:26%}} .uses th.rate{{width:36%}}
.rate{{padding-left:24px;white-space:nowrap}}
.chart{{max-width:100%;height:auto;display:block;overflow:visible}}
.chart text{{font-variant-numeric:tabular-nums}}
.whisker{{--c:var(--soft);display:inline-block;vertical-align:middle;width:150px;height:20px;margin-right:12px;
background:radial-gradient(circle at calc(var(--v)*150px) 10px,var(--c) 4.5px,transparent 5px),
linear-gradient(var(--soft),var(--soft)) calc(var(--f)*149px) 0/1px 20px no-repeat,
linear-gradient(color-mix(in srgb,var(--c) 55%,transparent) 0 100%)
calc(var(--l)*150px) 8px/calc((var(--h) - var(--l))*150px) 4px no-repeat,
linear-gradient(var(--edge),var(--edge)) 0 10px/150px 1px no-repeat;print-color-adjust:exact}}
.whisker.high{{--c:var(--seat0)}} .whisker.low{{--c:var(--seat1)}}
details{{margin:8px 0}} summary{{cursor:pointer;font-weight:600}}
code,pre{{font:14px/1.5 ui-monospace,monospace}}
pre{{background:var(--table);border:1px solid var(--edge);border-radius:8px;padding:10px 12px;overflow-x:auto;
white-space:pre-wrap;overflow-wrap:anywhere}}
.frames{{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:14px}}
.frames figure{{margin:0}} .frames svg{{width:100%;height:auto;border-radius:8px;display:block}}
figcaption{{font-size:14px;color:var(--soft)}}
.theme{{float:right;background:none;border:1px solid var(--edge);border-radius:8px;color:var(--ink);padding:5px 10px;
font:14px system-ui;cursor:pointer}}
.verdict-more{{color:var(--bad);font-weight:600}} .verdict-noise{{color:var(--soft)}}
@media (max-width:960px){{.beside{{grid-template-columns:minmax(0,1fr)}}}}
@media (max-width:640px){{main{{padding:16px 12px}}section{{padding:14px}}h1{{font-size:24px}}
.wide-chart{{overflow-x:auto}} .wide-chart .chart{{min-width:520px}}}}
@media print{{:root,:root[data-theme]{{color-scheme:light;{_colours(LIGHT)}}}
body{{background:#fff}}section{{break-inside:avoid}}.theme{{display:none}}}}
"""

SCRIPT = """
document.querySelector('.theme').onclick=()=>{const r=document.documentElement;
const dark=r.dataset.theme?r.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
r.dataset.theme=dark?'light':'dark'}
"""


def page(title: str, body: str) -> str:
    """A complete HTML file without external resources."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head><body><main>"
        '<button class="theme" type="button">Light or dark</button>'
        f"{body}</main><script>{SCRIPT}</script></body></html>\n"
    )
