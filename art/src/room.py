# guest rooms: one parametric shell, six styles, several cameras.  x = width (window on x=0), y = depth (bed on y=D), front wall open
import sys, os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from soft import *

a = args(style='deluxe', view='main')
reset()
H, D = 2.75, 5.2
# beds: (centre x, width, x scale); wall: what stands behind the bed; right: what stands on the right wall; left: by the window
STYLES = dict(
    single=dict(
        W=3.4,
        beds=[(1.62, 1.05, 1)],
        accent='#1d5e5b',
        accent2='#c98a3c',
        wall='boards',
        hb='chan',
        right='desk',
        left='',
        rug=('#dcd3c3', '#c9bda8'),
        lamps='cream',
        art=('art3', 'art2'),
    ),
    twin=dict(
        W=4.2,
        beds=[(1.42, 1.05, 1), (3.06, 1.05, 1)],
        accent='#3f5f7a',
        accent2='#d9a441',
        wall='wains',
        hb='tile',
        right='desk',
        left='chair',
        rug=('#cfd5d8', '#b9c2c8'),
        lamps='blue',
        art=('art4', 'art3'),
    ),
    deluxe=dict(
        W=4.5,
        beds=[(2.42, 1.7, 1)],
        accent='#1d5e5b',
        accent2='#c98a3c',
        wall='slat',
        hb='chan',
        right='desk',
        left='chair',
        rug=('#dcd3c3', '#c9bda8'),
        lamps='green',
        art=('art1', 'art2'),
    ),
    super=dict(
        W=4.8,
        beds=[(2.62, 1.7, 1.06)],
        accent='#7a3b2e',
        accent2='#d8c3a0',
        wall='slat',
        hb='tile',
        right='desk',
        left='pair',
        rug=('#e0d2bd', '#cdb898'),
        lamps='cream',
        art=('art4', 'art1'),
        wood=('#a97c50', '#7a5430'),
    ),
    family=dict(
        W=5.6,
        beds=[(2.05, 1.7, 1.06), (4.28, 1.05, 1)],
        accent='#5f7a4f',
        accent2='#e0b36a',
        wall='wains',
        hb='chan',
        right='poufs',
        left='sofa',
        rug=('#ddd6c4', '#c6c0a8'),
        lamps='cream',
        art=('art1', 'art3'),
        lens=20,
    ),
    executive=dict(
        W=5.6,
        beds=[(3.05, 1.7, 1.18)],
        accent='#16324f',
        accent2='#c9a15a',
        wall='boards',
        hb='chan',
        right='desk',
        left='sofa',
        rug=('#c9c4ba', '#aaa59b'),
        lamps='brass',
        art=('art4', 'art2'),
        wood=('#6b4429', '#3d2414'),
        dusk=True,
        lens=20.5,
    ),
)
S = STYLES[a.style]
W = S['W']
dusk = S.get('dusk')
AC, AC2 = S['accent'], S['accent2']
wl, wd = S.get('wood', ('#80563a', '#50321f'))
# materials
wall = plain('wall', '#efe8dc', 0.85)
ceil = plain('ceil', '#f4f1ea', 0.9)
white = plain('whitepaint', '#f2eee6', 0.45)
floor = wood(
    'floor', *(('#8f6644', '#5f4029') if dusk else ('#b98f63', '#8f6640')), 1.0, 'Y', 0.38, planks=(1.35, 0.145)
)
walnut = wood('walnut', '#7b5234', '#4c2f1c', 1.4, 'X', 0.38)
walnutz = wood('walnutz', wl, wd, 1.4, 'Z', 0.4)
boards = wood('boards', *((wl, wd) if dusk else ('#c39a6b', '#9c7145')), 1.2, 'Z', 0.42)
linen = fabric('linen', '#f3efe8', '#e9e4da', 520, 0.92, 0.3, 0.18)
accent = fabric('accent', AC, AC, 520, 0.85, 0.6, 0.3)
greyf = fabric('greyf', '#8d8a83', '#77746d', 420, 0.95, 0.4, 0.4)
sand = fabric('sand', '#cbb89b', '#b9a484', 420, 0.95, 0.4, 0.4)
ochre = fabric('ochre', AC2, AC2, 420, 0.9, 0.5, 0.35)
brass = M('brass', '#c9a15a', 0.27, 1.0).m
black = M('blk', '#171717', 0.35, 0.6).m
ceramic = M('cer', '#e9e4da', 0.22, 0, 0.5).m
lampb = {'green': M('lg', '#2c4f4c', 0.25).m, 'cream': ceramic, 'blue': M('lb', '#35546e', 0.25).m, 'brass': brass}[
    S['lamps']
]
shade = translucent('shade', '#f6e6cd', 0.55)
sheer = translucent('sheer', '#f7f4ee', 0.45, 0.42)
alu = M('alu', '#b9bcc0', 0.3, 1).m
leafm = M('leaf', '#47693f', 0.5, spec=0.35)
leafm.set('Base Color', leafm.mix(leafm.noise(leafm.coords('Object'), 9, 3), '#355a36', '#6b8a4a'))
leafm = leafm.m
# shell
box('floor', (W + 0.4, D + 3.4, 0.1), (W / 2, D / 2 - 1.5, -0.05), floor, 0)
box('ceil', (W + 0.4, D + 3.4, 0.1), (W / 2, D / 2 - 1.5, H + 0.05), ceil, 0)
box('back', (W + 0.4, 0.2, H), (W / 2, D + 0.1, H / 2), wall, 0)
box('right', (0.2, D + 3.4, H), (W + 0.1, D / 2 - 1.5, H / 2), wall, 0)
wy0, wy1, wz0, wz1 = 1.5, 4.25, 0.45, 2.4
wy = (wy0 + wy1) / 2
box('l1', (0.2, wy0 + 3.2, H), (-0.1, (wy0 - 3.2) / 2, H / 2), wall, 0)
box('l2', (0.2, D - wy1, H), (-0.1, (wy1 + D) / 2, H / 2), wall, 0)
box('l3', (0.2, wy1 - wy0, wz0), (-0.1, wy, wz0 / 2), wall, 0)
box('l4', (0.2, wy1 - wy0, H - wz1), (-0.1, wy, (H + wz1) / 2), wall, 0)
fr = M('frame', '#2b2b2b', 0.4, 0.4).m
for y in (wy0, wy, wy1):
    box('fv', (0.06, 0.05, wz1 - wz0), (-0.12, y, (wz0 + wz1) / 2), fr, 0.004)
for z in (wz0, wz1):
    box('fh', (0.06, wy1 - wy0, 0.05), (-0.12, wy, z), fr, 0.004)
box('sill', (0.26, wy1 - wy0 + 0.1, 0.03), (-0.06, wy, wz0), white, 0.006)
for s_, loc in (
    ((W, 0.016, 0.11), (W / 2, D - 0.008, 0.055)),
    ((0.016, D + 2, 0.11), (W - 0.008, D / 2 - 1, 0.055)),
    ((0.016, D + 2, 0.11), (0.008, D / 2 - 1, 0.055)),
):
    box('skirt', s_, loc, white, 0.004)
tr = 0.42
cz = H - 0.15  # dropped ceiling border with a warm cove
for s_, loc in (
    ((W - 2 * tr, tr, 0.02), (W / 2, D - tr / 2, cz)),
    ((tr, D + 3, 0.02), (tr / 2, D / 2 - 1.5, cz)),
    ((tr, D + 3, 0.02), (W - tr / 2, D / 2 - 1.5, cz)),
):
    box('tray', s_, loc, ceil, 0)
cov = emit('cove', '#ffd9ac', 5.0)
glow = emit('dl', '#ffe9cf', 9.0)
quiet = []
for s_, loc in (
    ((W - 0.3, 0.03, 0.01), (W / 2, D - 0.2, cz + 0.02)),
    ((0.03, D + 1.6, 0.01), (0.2, D / 2 - 1, cz + 0.02)),
    ((0.03, D + 1.6, 0.01), (W - 0.2, D / 2 - 1, cz + 0.02)),
):
    quiet.append(box('cv', s_, loc, cov, 0))
for x in (0.24, W - 0.24):
    for y in (1.2, 2.8, 4.4):
        quiet.append(cyl('dl', 0.045, 0.006, (x, y, cz - 0.012), glow, bev=0.001))
        cyl('dlr', 0.058, 0.004, (x, y, cz - 0.0115), white, bev=0.001)
for o in quiet:
    o.visible_diffuse = False
    o.visible_glossy = False
# outside + lights (few real emitters: there is no light tree in 3.4)
bd = bpy.data.materials.new('bd')
bd.use_nodes = True
n = bd.node_tree.nodes
n.clear()
o_ = n.new('ShaderNodeOutputMaterial')
e = n.new('ShaderNodeEmission')
ti = n.new('ShaderNodeTexImage')
ti.image = bpy.data.images.load(f'{CACHE}/tex/{"dusk" if dusk else "backdrop"}.png')
e.inputs[1].default_value = 1.1 if dusk else 2.3
bd.node_tree.links.new(ti.outputs[0], e.inputs[0])
bd.node_tree.links.new(e.outputs[0], o_.inputs[0])
bd.cycles.sample_as_light = False
bp = obj_from('bd', [(-5, 12, -2.2), (-5, -6, -2.2), (-5, -6, 6), (-5, 12, 6)], [(0, 1, 2, 3)], bd)
uv = bp.data.uv_layers.new()
for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
    uv.data[i].uv = c
bp.visible_diffuse = False
bp.visible_shadow = False
area(
    'win', (-0.35, wy, 1.5), (2, wy, 1.1), wy1 - wy0, 70 if dusk else 205, '#9fb6e6' if dusk else '#eef4ff', wz1 - wz0
)
if not dusk:
    sun((0, -52, -14), 4.5, '#ffdfb8', 1.2)
area('fill', (W / 2, -2.2, 1.75), (W / 2, 4, 1.0), W, 30 if dusk else 52, '#fff3e4', 2.2)
area(
    'covel',
    (W / 2, 2.0, H - 0.1),
    (W / 2, 2.0, H + 1),
    W - 2 * tr - 0.1,
    46 if dusk else 40,
    '#ffdcb0' if dusk else '#ffe9d0',
    5.6,
)
world('#aebfe0' if dusk else '#e6edf6', 0.22 if dusk else 0.5)
# headboard wall
bxs = [b[0] for b in S['beds']]
hx0 = min(b[0] - b[1] * b[2] / 2 for b in S['beds'])
hx1 = max(b[0] + b[1] * b[2] / 2 for b in S['beds'])
if S['wall'] == 'slat':
    px0, px1, ph = hx0 - 0.74, hx1 + 0.74, 2.28
    pc, pw = (px0 + px1) / 2, px1 - px0
    box('pb', (pw, 0.03, ph), (pc, D - 0.06, ph / 2), plain('pb', '#2a1a10', 0.7), 0)
    ns = int(pw / 0.058)
    for i in range(ns):
        box('slat', (0.036, 0.034, ph), (px0 + (i + 0.5) * pw / ns, D - 0.09, ph / 2), walnutz, 0.004, 2)
elif S['wall'] == 'boards':  # wide veneer boards with brass reveals
    px0, px1, ph = max(0.42, hx0 - 0.85), min(W - 0.02, hx1 + 0.85), 2.3
    pc, pw = (px0 + px1) / 2, px1 - px0
    nb = max(4, round(pw / 0.5))
    for i in range(nb):
        box('brd', (pw / nb - 0.012, 0.05, ph), (px0 + (i + 0.5) * pw / nb, D - 0.07, ph / 2), boards, 0.004)
    box('rv', (pw, 0.03, ph), (pc, D - 0.05, ph / 2), brass if dusk else plain('rvd', '#4a3623', 0.7), 0)
else:  # painted wainscot with mouldings and a ledge
    ph = 1.42
    px0, px1 = 0.02, W - 0.02
    pc, pw = W / 2, W - 0.04
    paint = plain('paint', AC, 0.55)
    box('wn', (pw, 0.03, ph), (pc, D - 0.03, ph / 2 + 0.0), paint, 0)
    box('ledge', (pw, 0.075, 0.035), (pc, D - 0.05, ph + 0.0175), paint, 0.006)
    nb = round(pw / 0.72)
    for i in range(nb):
        x = px0 + (i + 0.5) * pw / nb
        w_ = pw / nb - 0.14
        for s_, l in (
            ((w_, 0.016, 0.022), (x, D - 0.05, ph - 0.10)),
            ((w_, 0.016, 0.022), (x, D - 0.05, 0.22)),
            ((0.022, 0.016, ph - 0.30), (x - w_ / 2, D - 0.05, ph / 2 + 0.06)),
            ((0.022, 0.016, ph - 0.30), (x + w_ / 2, D - 0.05, ph / 2 + 0.06)),
        ):
            box('mo', s_, l, paint, 0.005)
area(
    'led', (pc, D - 0.05, ph + 0.05), (pc, D - 0.02, H), pw * 0.96, 12 if S['wall'] != 'wains' else 7, '#ffc07a', 0.03
)


def headboard(bx, w):
    hw = w + (0.5 if len(bxs) == 1 else 0.2)
    mat = accent if S['wall'] != 'wains' else sand
    if S['hb'] == 'chan':
        n_ = max(6, int(hw / 0.2))
        cw = hw / n_
        for i in range(n_):
            box('chan', (cw - 0.002, 0.1, 1.02), (bx - hw / 2 + (i + 0.5) * cw, D - 0.16, 0.81), mat, 0.045, 6)
    else:
        nx, nz = max(3, round(hw / 0.36)), 3
        for i in range(nx):
            for j in range(nz):
                box(
                    'tile',
                    (hw / nx - 0.002, 0.1, 1.02 / nz - 0.002),
                    (bx - hw / 2 + (i + 0.5) * hw / nx, D - 0.16, 0.30 + (j + 0.5) * 1.02 / nz),
                    mat,
                    0.04,
                    6,
                )
    box('hbtrim', (hw + 0.05, 0.07, 1.06), (bx, D - 0.13, 0.81), walnut, 0.006)


# beds: cloth is simulated once per width at x=2.42 (cached), then moved/scaled through an empty
def build_bed(bw):
    bx = 2.42
    yh = D - 0.22
    L = 2.02
    before = set(bpy.data.objects)
    box('base', (bw + 0.04, L + 0.02, 0.22), (bx, yh - L / 2, 0.2), sand, 0.03, 4)
    box('plinth', (bw - 0.2, L - 0.2, 0.1), (bx, yh - L / 2, 0.05), black, 0)
    box('mattress', (bw, L, 0.26), (bx, yh - L / 2, 0.44), linen, 0.07, 6)
    coll = box('coll', (bw + 0.03, L + 0.02, 0.58), (bx, yh - L / 2, 0.29), linen, 0.07, 5)
    apply_mods(coll)
    collider(coll, 0.012)
    fl = box('fcol', (8, 8, 0.1), (2, 3, -0.04), floor, 0)
    collider(fl, 0.012)
    yd = yh - 0.62
    duvet = drape(
        'duvet', bx - bw / 2 - 0.30, bx + bw / 2 + 0.30, yh - L - 0.27, yd, 0.66, linen, 0.026, 46, 0.035, 0.03, 3
    )
    c2 = clone(duvet)
    apply_mods(c2)
    collider(c2, 0.006, 20)
    drape(
        'fold',
        bx - bw / 2 - 0.24,
        bx + bw / 2 + 0.24,
        yd - 0.30,
        yd + 0.035,
        0.80,
        linen,
        0.028,
        40,
        0.018,
        0.008,
        7,
        bend=1.5,
    )
    drape(
        'runner',
        bx - bw / 2 - 0.30,
        bx + bw / 2 + 0.30,
        yh - L + 0.10,
        yh - L + 0.66,
        0.82,
        accent,
        0.026,
        44,
        0.012,
        0.005,
        11,
        bend=0.8,
    )
    for o in (c2, coll, fl):
        bpy.data.objects.remove(o)
    p1 = pillow('pil', 0.72, 0.48, linen, 5.0, 1)
    p2 = pillow('pil2', 0.70, 0.46, linen, 4.6, 5)
    cu = pillow('cush', 0.46, 0.46, ochre, 5.5, 8)
    cl = pillow('cushl', 0.62, 0.30, accent, 5.5, 12)
    zt = 0.60
    if bw > 1.4:
        for i, x in enumerate((-0.42, 0.42)):
            put(p1 if i == 0 else clone(p1), (bx + x, yh - 0.13, zt + 0.22), (68, 0, 2 - 4 * i))
            put(p2 if i == 0 else clone(p2), (bx + x * 0.98, yh - 0.31, zt + 0.20), (54, 0, -3 + 5 * i))
        put(cu, (bx - 0.26, yh - 0.50, zt + 0.20), (58, 0, 9))
        put(clone(cu, greyf), (bx + 0.28, yh - 0.49, zt + 0.20), (57, 0, -8))
        put(cl, (bx + 0.02, yh - 0.66, zt + 0.155), (60, 0, 1))
    else:
        put(p1, (bx, yh - 0.13, zt + 0.22), (68, 0, 2))
        put(p2, (bx, yh - 0.31, zt + 0.20), (54, 0, -3))
        put(cu, (bx - 0.06, yh - 0.5, zt + 0.2), (58, 0, 7))
        put(cl, (bx + 0.03, yh - 0.66, zt + 0.155), (60, 0, -2))
    return [o for o in bpy.data.objects if o not in before]


kits = {}
for bx, bw, sx in S['beds']:
    objs = build_bed(bw) if bw not in kits else [clone(o) for o in kits[bw]]
    kits.setdefault(bw, objs)
    e = bpy.data.objects.new('bed', None)
    bpy.context.collection.objects.link(e)
    e.location = (bx - 2.42 * sx, 0, 0)
    e.scale = (sx, 1, 1)
    for o in objs:
        o.parent = e
    headboard(bx, bw * sx)


# bedside tables and lamps
def lamp(x, y, z, power=9):
    lathe(
        'lampb',
        [
            (0, 0),
            (0.075, 0),
            (0.08, 0.006),
            (0.078, 0.015),
            (0.055, 0.03),
            (0.085, 0.09),
            (0.098, 0.15),
            (0.085, 0.21),
            (0.045, 0.26),
            (0.022, 0.285),
            (0.018, 0.30),
            (0.012, 0.31),
            (0.012, 0.37),
            (0, 0.37),
        ],
        lampb,
        (x, y, z),
        64,
    )
    o = lathe('shade', [(0.165, 0.30), (0.118, 0.54)], shade, (x, y, z), 64)
    m = o.modifiers.new('s', 'SOLIDIFY')
    m.thickness = 0.003
    for r, zz in ((0.1655, 0.302), (0.1185, 0.539)):
        lathe(
            'rim',
            [
                (r - 0.0025, zz - 0.004),
                (r + 0.0025, zz - 0.004),
                (r + 0.0025, zz + 0.004),
                (r - 0.0025, zz + 0.004),
                (r - 0.0025, zz - 0.004),
            ],
            brass,
            (x, y, z),
            64,
        )
    point((x, y, z + 0.42), power * (1.5 if dusk else 1), '#ffb870', 0.035)


def bedside(x, w=0.5, lit=True):
    box('ns', (w, 0.42, 0.30), (x, D - 0.36, 0.34), walnut, 0.006)
    for z in (0.415, 0.275):
        box('nsd', (w - 0.03, 0.02, 0.125), (x, D - 0.575, z), walnut, 0.004)
        cyl('knob', 0.011, 0.03, (x, D - 0.6, z), brass, (R(90), 0, 0), 24)
    box('nst', (w + 0.03, 0.45, 0.022), (x, D - 0.365, 0.502), M('stone', '#e7e0d6', 0.18).m, 0.004)
    for sx in (-0.4, 0.4):
        for sy in (-0.16, 0.14):
            cyl('leg', 0.012, 0.2, (x + sx * w, D - 0.36 + sy, 0.1), brass, bev=0.002, seg=20)
    if lit:
        lamp(x, D - 0.33, 0.513)


def books(x, y, z):
    box('bk', (0.15, 0.21, 0.022), (x, y, z + 0.011), plain('bk1', '#b5532f', 0.6), 0.003, rot=(0, 0, 0.3))
    box('bk', (0.14, 0.19, 0.02), (x + 0.005, y, z + 0.032), plain('bk2', '#e4dccb', 0.6), 0.003, rot=(0, 0, 0.05))


def cup(x, y, z):
    lathe(
        'cup',
        [(0, 0), (0.028, 0), (0.036, 0.03), (0.038, 0.075), (0.034, 0.075), (0.03, 0.03), (0, 0.008)],
        ceramic,
        (x, y, z),
        40,
    )


if len(bxs) == 1:
    xl, xr = hx0 - 0.42, hx1 + 0.42
    bedside(xl)
    if xr < W - 0.2:
        bedside(xr)
        cup(xr - 0.15, D - 0.48, 0.513)
    books(xl + 0.13, D - 0.47, 0.513)
elif a.style == 'twin':
    xm = (bxs[0] + bxs[1]) / 2
    bedside(xm, 0.52)
    cup(xm + 0.16, D - 0.47, 0.513)
    books(xm - 0.17, D - 0.47, 0.513)
else:
    xm = (bxs[0] + S['beds'][0][1] * 0.53 + bxs[1] - 0.52) / 2
    bedside(hx0 - 0.38, 0.46)
    bedside(xm, 0.44)
    books(xm - 0.13, D - 0.47, 0.513)
    cup(hx0 - 0.3, D - 0.47, 0.513)
# rug
rg = M('rug', '#d9cfbd', 0.98, spec=0.1)
v = rg.coords('Generated')
sx = rg.n.new('ShaderNodeSeparateXYZ')
rg.link(v, sx.inputs[0])
edge = lambda u, lo: rg.math('GREATER_THAN', rg.math('ABSOLUTE', rg.math('SUBTRACT', u, 0.5)), lo)
band = rg.math(
    'SUBTRACT',
    rg.math('MAXIMUM', edge(sx.outputs[0], 0.463), edge(sx.outputs[1], 0.45)),
    rg.math('MAXIMUM', edge(sx.outputs[0], 0.475), edge(sx.outputs[1], 0.466)),
)
rg.set('Base Color', rg.mix(band, rg.mix(rg.noise(rg.coords('Object'), 7, 3), *S['rug']), AC))
rg.bump(rg.noise(rg.coords('Object'), 140, 3), 0.9, 0.012)
bc = sum(bxs) / len(bxs)
box(
    'rug',
    (min(W - 1.1, 3.0 if len(bxs) == 1 else W - 1.2), 2.05, 0.018),
    (min(max(bc - 0.05, 1.62), W - 1.75) if W > 4 else 1.65, 2.62, 0.01),
    rg.m,
    0.008,
    3,
)
# movable furniture
rnd = random.Random(5)


def leaf(base, az, el, L, wd, droop):
    def fx(u, t):
        s = math.sin(math.pi * min(1, t**0.75)) * wd * (1 - 0.15 * t)
        x = (u - 0.5) * 2 * s
        r = L * t
        hx = math.cos(el - droop * t * 0.5) * r
        hz = math.sin(el - droop * t * 0.5) * r + abs(x) * 0.35
        return (
            base[0] + hx * math.cos(az) - x * math.sin(az),
            base[1] + hx * math.sin(az) + x * math.cos(az),
            base[2] + hz,
        )

    v, f = grid(7, 14, fx)
    subsurf(obj_from('leaf', v, f, leafm, True), 1)


def stem(p, q, r=0.003):
    tube('stem', [p, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2 + 0.03), q], r, leafm)


def chair(loc, rz, mat):
    e = bpy.data.objects.new('ch', None)
    bpy.context.collection.objects.link(e)
    parts = [box('seat', (0.50, 0.48, 0.09), (0, 0, 0.45), mat, 0.04, 5)]

    def fx(u, v):
        ang = R(-100 + 200 * u)
        hh = 0.30 + 0.10 * math.cos(ang * 0.85)
        r = 0.275 + 0.03 * v
        return (r * math.sin(ang), r * math.cos(ang) * 0.95 + 0.05 * v, 0.46 + hh * v)

    v, f = grid(41, 12, fx)
    b = obj_from('chback', v, f, mat, True)
    m = b.modifiers.new('s', 'SOLIDIFY')
    m.thickness = 0.055
    m.offset = 0
    bv = b.modifiers.new('b', 'BEVEL')
    bv.width = 0.022
    bv.segments = 4
    bv.limit_method = 'ANGLE'
    bv.angle_limit = R(50)
    parts.append(b)
    for x, y in ((-0.2, -0.18), (0.2, -0.18), (-0.19, 0.19), (0.19, 0.19)):
        l = lathe('cl', [(0, 0), (0.009, 0), (0.017, 0.42), (0, 0.42)], walnutz, (x * 1.12, y * 1.12, 0), 20)
        l.rotation_euler = (R(5) if y < 0 else R(-5), R(5) if x < 0 else R(-5), 0)
        parts.append(l)
    for p in parts:
        p.parent = e
    e.location = loc
    e.rotation_euler = (0, 0, R(rz))


def sofa(loc, rz, w, mat, c1, c2):
    e = bpy.data.objects.new('sofa', None)
    bpy.context.collection.objects.link(e)
    n_ = 2 if w < 2 else 3
    cw = (w - 0.36) / n_
    P = [
        box('sb', (w, 0.86, 0.16), (0, 0, 0.22), mat, 0.04, 4),
        box('sback', (w, 0.20, 0.46), (0, 0.34, 0.52), mat, 0.07, 6),
    ] + [box('sarm', (0.18, 0.86, 0.36), (x, 0, 0.40), mat, 0.06, 6) for x in (-w / 2 + 0.09, w / 2 - 0.09)]
    for i in range(n_):
        x = -w / 2 + 0.18 + (i + 0.5) * cw
        P += [
            box('sc', (cw - 0.012, 0.66, 0.16), (x, -0.06, 0.375), mat, 0.055, 6),
            box('sbc', (cw - 0.02, 0.17, 0.40), (x, 0.19, 0.60), mat, 0.07, 6, rot=(R(-12), 0, 0)),
        ]
    P += [
        cyl('sl', 0.018, 0.14, (x, y, 0.07), walnutz, seg=20)
        for x in (-w / 2 + 0.1, w / 2 - 0.1)
        for y in (-0.36, 0.36)
    ]
    for k, (x, m_) in enumerate(((-w / 2 + 0.42, c1), (-w / 2 + 0.72, c2), (w / 2 - 0.42, c1))):
        q = pillow('cush', 0.46, 0.46, m_, 5.5, 8)
        put(q, (x, 0.0, 0.62), (66, 0, (8, -6, -12)[k]))
        P.append(q)
    for p in P:
        p.parent = e
    e.location = loc
    e.rotation_euler = (0, 0, R(rz))


def art(img, cx, cy, cz_, w, h, on='right'):
    m = M('art', '#fff', 0.55)
    ti = m.n.new('ShaderNodeTexImage')
    ti.image = bpy.data.images.load(f'{CACHE}/tex/{img}.png')
    m.link(ti.outputs[0], m.p.inputs['Base Color'])
    e = bpy.data.objects.new('art', None)
    bpy.context.collection.objects.link(e)  # built facing -y at the origin
    q = obj_from(
        'a',
        [(-w / 2, -0.012, -h / 2), (w / 2, -0.012, -h / 2), (w / 2, -0.012, h / 2), (-w / 2, -0.012, h / 2)],
        [(0, 1, 2, 3)],
        m.m,
    )
    uv = q.data.uv_layers.new()
    for i, c in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        uv.data[i].uv = c
    P = [q, box('mt', (w + 0.1, 0.014, h + 0.1), (0, -0.004, 0), white, 0)] + [
        box('fr', s_, l, walnut, 0.003)
        for s_, l in (
            ((w + 0.14, 0.03, 0.02), (0, -0.01, h / 2 + 0.06)),
            ((w + 0.14, 0.03, 0.02), (0, -0.01, -h / 2 - 0.06)),
            ((0.02, 0.03, h + 0.14), (w / 2 + 0.06, -0.01, 0)),
            ((0.02, 0.03, h + 0.14), (-w / 2 - 0.06, -0.01, 0)),
        )
    ]
    for p in P:
        p.parent = e
    e.location = (cx, cy, cz_)
    e.rotation_euler = (0, 0, R(-90) if on == 'right' else 0)


def desk(y0, L):
    x = W - 0.29
    box('dtop', (0.56, L, 0.035), (x, y0, 0.745), walnut, 0.005)
    box('ddr', (0.52, 0.42, 0.12), (x + 0.01, y0 + L / 2 - 0.24, 0.665), walnut, 0.004)
    cyl('dk', 0.01, 0.03, (x - 0.26, y0 + L / 2 - 0.24, 0.665), brass, (0, R(90), 0), 24)
    for y in (y0 - L / 2 + 0.05, y0 + L / 2 - 0.05):
        for q in (x - 0.24, x + 0.24):
            box('dl', (0.03, 0.03, 0.73), (q, y, 0.365), black, 0.003)
    y = y0 - 0.1
    box('lap', (0.24, 0.34, 0.014), (x, y, 0.77), alu, 0.004)
    box('laps', (0.012, 0.34, 0.22), (x + 0.16, y, 0.875), alu, 0.004, rot=(0, R(16), 0))
    box('lapd', (0.002, 0.32, 0.20), (x + 0.150, y, 0.875), M('scr', '#0e1a22', 0.1).m, 0, rot=(0, R(16), 0))
    vy = y0 + L / 2 - 0.2
    lathe(
        'vase',
        [
            (0, 0),
            (0.05, 0),
            (0.07, 0.05),
            (0.075, 0.11),
            (0.05, 0.18),
            (0.03, 0.22),
            (0.036, 0.25),
            (0.03, 0.25),
            (0.02, 0.2),
            (0, 0.02),
        ],
        ceramic,
        (x + 0.1, vy, 0.763),
        56,
    )
    for i in range(9):
        az = rnd.uniform(0, 6.28)
        L_ = rnd.uniform(0.16, 0.34)
        p = (x + 0.1, vy, 0.99)
        q = (p[0] + math.cos(az) * L_ * 0.35, p[1] + math.sin(az) * L_ * 0.35, p[2] + L_)
        stem(p, q, 0.002)
        for k in range(5):
            t = 0.35 + 0.65 * k / 4
            leaf(
                [p[j] + (q[j] - p[j]) * t for j in range(3)],
                az + rnd.uniform(-1.6, 1.6),
                rnd.uniform(0.1, 0.8),
                0.075,
                0.02,
                0.6,
            )
    chair((x - 0.33, y0 - 0.1, 0), 82, ochre)


def table(x, y):
    cyl('ct', 0.2, 0.022, (x, y, 0.46), walnut, bev=0.006)
    cyl('cts', 0.016, 0.44, (x, y, 0.23), brass, seg=24)
    cyl('ctb', 0.15, 0.014, (x, y, 0.012), brass, bev=0.004)
    lathe(
        'tc',
        [(0, 0), (0.024, 0), (0.035, 0.03), (0.038, 0.06), (0.035, 0.06), (0.03, 0.03), (0, 0.006)],
        ceramic,
        (x + 0.04, y - 0.04, 0.473),
        40,
    )


A1, A2 = S['art']
if S['right'] == 'desk':
    dy = {'twin': 1.72, 'super': 2.55}.get(a.style, 2.15)
    desk(dy, 1.9 if dusk else 1.35)
    if S['wall'] != 'wains':
        art(A1, W, dy + 0.35, 1.62, 0.46, 0.62)
        art(A2, W, dy - 0.43, 1.62, 0.46, 0.62)
else:
    for x, y, m_ in ((W - 0.75, 2.35, ochre), (W - 0.42, 1.75, accent)):
        cyl('pouf', 0.24, 0.36, (x, y, 0.18), m_, seg=56, bev=0.06)
        cyl('poufb', 0.242, 0.014, (x, y, 0.09), walnut, seg=56)
    art(A1, W, 3.3, 1.62, 0.46, 0.62)
    art(A2, W, 2.5, 1.62, 0.46, 0.62)
if S['wall'] == 'wains':
    for i, b in enumerate(bxs):
        art(
            ('art3', 'art4', 'art1')[i] if a.style == 'twin' else ('art4', 'art2')[i],
            b,
            D,
            1.98,
            0.40 if i or a.style == 'twin' else 0.62,
            0.50 if i or a.style == 'twin' else 0.5,
            'back',
        )
if S['left'] == 'chair':
    chair((0.72, 2.05, 0), -62 - 180, greyf)
    table(1.02, 1.4)
elif S['left'] == 'pair':
    chair((0.70, 2.95, 0), -62 - 180 + 42, sand)
    chair((0.72, 1.75, 0), -62 - 180 - 30, sand)
    table(0.66, 2.35)
elif S['left'] == 'sofa':
    sofa((0.62, 2.7, 0), 90, 1.75 if dusk else 1.9, greyf, ochre, accent)
    cyl('ct2', 0.36, 0.03, (1.62, 2.6, 0.36), walnut, bev=0.008)
    cyl('ct2b', 0.2, 0.345, (1.62, 2.6, 0.172), black, bev=0.01)
    books(1.55, 2.62, 0.376)
    cup(1.75, 2.5, 0.376)
px_, py_ = (0.42, 4.72) if hx0 > 1.15 else (0.34, 4.78)  # potted plant in the window corner
lathe(
    'pot',
    [(0, 0), (0.11, 0), (0.125, 0.01), (0.155, 0.30), (0.15, 0.31), (0.14, 0.30), (0.138, 0.27), (0, 0.27)],
    ceramic,
    (px_, py_, 0),
    64,
)
cyl('soil', 0.137, 0.01, (px_, py_, 0.27), plain('soil', '#2c1f15', 0.95), bev=0.001)
for i in range(26):
    az = i * 2.399 + rnd.uniform(-0.3, 0.3)
    t = i / 25
    hgt = 0.45 + 0.75 * t
    sp = 0.20 * (1 - 0.5 * t) + 0.05
    q = (px_ + math.cos(az) * sp, py_ + math.sin(az) * sp * 0.8, 0.27 + hgt)
    stem((px_ + math.cos(az) * 0.02, py_ + math.sin(az) * 0.02, 0.26), q, 0.005)
    if q[0] > 0.1:
        leaf(q, az, rnd.uniform(0.25, 0.9), rnd.uniform(0.24, 0.34), rnd.uniform(0.06, 0.085), rnd.uniform(0.9, 1.5))
tube('rod', [(0.11, wy0 - 0.45, 2.52), (0.11, wy, 2.52), (0.11, wy1 + 0.42, 2.52)], 0.014, brass)
curtain('sheer', (0.085, wy0 - 0.15), (0.085, wy0 + 0.75), 2.51, 0.03, sheer, 11, 0.03, 2)
curtain('sheer2', (0.085, wy1 - 0.62), (0.085, wy1 + 0.1), 2.51, 0.03, sheer, 9, 0.03, 5)
dm = accent if S['wall'] != 'wains' else sand
curtain('dr1', (0.13, wy0 - 0.42), (0.13, wy0 + 0.22), 2.51, 0.02, dm, 6, 0.05, 4)
curtain('dr2', (0.13, wy1 - 0.18), (0.13, wy1 + 0.40), 2.51, 0.02, dm, 6, 0.05, 9)
# cameras
b0 = bxs[0]
lens = S.get('lens', 21.5)
if a.view == 'main':
    if W < 4:
        camera((W - 0.55, 0.30, 1.46), (1.30, 4.2, 1.02), 21, level=True, shift_y=-0.10)
    else:
        camera((W - 1.2, 0.12 if W < 5 else -0.35, 1.46), (W * 0.458, 4.2, 1.02), lens, level=True, shift_y=-0.10)
elif a.view == 'bed':
    camera((b0 + 1.13, 2.15, 1.22), (b0 - 0.37, 4.95, 0.82), 36, 2.8, 2.6)
elif a.view == 'beds':
    camera((W - 0.55, 1.15, 1.30), (1.75, 5.0, 0.78), 27, 4, 3.3)
elif a.view == 'desk':
    camera(
        (max(0.32, W - 3.6), 0.1 if W > 4 else -0.15, 1.35),
        (W - 0.6, 2.6, 0.95),
        27 if W > 4 else 24,
        level=True,
        shift_y=-0.06,
    )
elif a.view == 'window':
    camera((W - 1.0, 0.75, 1.35), (0.3, 3.55, 0.95), 25, level=True, shift_y=-0.06)
render(a.out, a.w, a.h, a.spp, bounces=5, clamp=3.0)
