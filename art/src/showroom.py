# trims showroom: a shelf wall filled with cones, rolls, folded cloth and boxes, a display table in front; 1 unit = 10 cm
import sys, os

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lib import *

a = args(view='wide')
s = reset()
rnd = random.Random(17)
COLS = [
    '#0d3f44',
    '#14625f',
    '#2f8a84',
    '#7fb8ad',
    '#d5e2d8',
    '#f3ecde',
    '#e6c98f',
    '#d29a3f',
    '#c46a36',
    '#9a3d2c',
    '#5b2530',
    '#1b2f4b',
    '#34608a',
]
wall = plain('wall', '#ece4d6', 0.9, 0.05, 3)
floor = wood('floor', '#b98f63', '#8f6640', 0.1, 'Y', 0.36, planks=(13.5, 1.45))
ceil = plain('ceil', '#f4f1ea', 0.9)
oak = wood('oak', '#c79d6d', '#9c7145', 0.12, 'X', 0.42)
oakz = wood('oakz', '#c79d6d', '#9c7145', 0.12, 'Z', 0.42)
teal = plain('teal', '#0f4a4b', 0.7)
brass = M('br', '#c9a15a', 0.28, 1.0).m
black = M('bk', '#171717', 0.4, 0.5).m
cer = M('cer', '#e9e4da', 0.25).m
mats = [
    fabric('c%d' % k, c, tuple(q * 0.8 for q in hexc(c)[:3]) + (1,), 14, 0.75, 0.6, 0.6) for k, c in enumerate(COLS)
]
kraft = plain('kraft', '#b98f63', 0.85)
linen = plain('lin', '#e6dccb', 0.9, 0.4, 8)
X0, X1, Y, H = -14, 62, 30, 29
box('floor', (120, 90, 1), (25, 0, -0.5), floor, 0)
box('back', (120, 1, H), (25, Y + 0.5, H / 2), wall, 0)
box('ceil', (120, 90, 1), (25, 0, H + 0.5), ceil, 0)
box('skirt', (120, 0.16, 1.1), (25, Y - 0.08, 0.55), plain('sk', '#f2eee6', 0.5), 0.03)
# shelf wall
sx0, sx1, sz0, nc, nr, ch, dep = 10, 58, 1.2, 7, 4, 5.6, 4.2
cw = (sx1 - sx0) / nc
box('sback', (sx1 - sx0, 0.2, nr * ch), ((sx0 + sx1) / 2, Y - 0.12, sz0 + nr * ch / 2), teal, 0)
for i in range(nc + 1):
    box('sv', (0.35, dep, nr * ch + 0.35), (sx0 + i * cw, Y - dep / 2, sz0 + nr * ch / 2), oakz, 0.03)
for j in range(nr + 1):
    box('sh', (sx1 - sx0 - 0.0, dep - 0.06, 0.35), ((sx0 + sx1) / 2, Y - dep / 2 + 0.03, sz0 + j * ch), oak, 0.03)


def inst(me, mat, loc, sc=1, rz=0, rot=None):
    o = bpy.data.objects.new('i', me)
    bpy.context.collection.objects.link(o)
    o.location = loc
    o.scale = (sc,) * 3 if not isinstance(sc, tuple) else sc
    o.rotation_euler = rot or (0, 0, rz)
    o.material_slots[0].link = 'OBJECT'
    o.material_slots[0].material = mat
    return o


def mesh(o):
    me = o.data
    bpy.data.objects.remove(o)
    return me


prof = (
    [(0, 0), (0.6, 0), (0.64, 0.04)]
    + [(1.0 - 0.30 * k / 24 - (0.02 if k % 2 else 0), 0.12 + 2.6 * k / 24) for k in range(25)]
    + [(0.5, 2.78), (0, 2.8)]
)
CONE = mesh(lathe('cone', prof, mats[0], seg=40))
TIP = mesh(lathe('tip', [(0, 2.75), (0.33, 2.75), (0.30, 3.05), (0, 3.08)], cer, seg=28))
rp = (
    [(0, 0), (0.35, 0), (0.35, 0.02)]
    + [(0.35 + 0.65 * k / 20, 0.03 * (k % 2)) for k in range(1, 21)]
    + [(1.0, 1.0 - 0.02)]
    + [(1.0 - 0.65 * k / 20, 1 - 0.03 * (k % 2)) for k in range(0, 21)]
    + [(0.35, 0.9), (0.3, 0.9), (0.3, 0.1), (0, 0.1)]
)
ROLL = mesh(lathe('roll', rp, mats[0], seg=56))
pick = lambda k=None: mats[rnd.randrange(13)] if k is None else mats[k % 13]


def cell(x, z, kind):
    fy = Y - dep + 0.5
    k0 = rnd.randrange(13)
    if kind == 'cones':
        n = 4
        sp = (cw - 1.2) / n
        for r in range(2):
            for i in range(n):
                p = (x + 0.6 + (i + 0.5) * sp, fy + 0.7 + r * 1.6, z)
                sc = 0.72
                inst(CONE, pick(k0 + i + r * 2), p, sc, rnd.random() * 6)
                inst(TIP, cer, p, sc)
    elif kind == 'rolls':  # rolls lying on each other, faces to the front
        r = 0.98
        n = 3
        for q, (i, j) in enumerate([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]):
            inst(
                ROLL,
                pick(k0 + q * 3),
                (x + cw / 2 + (i - 1 + 0.5 * j) * 2 * r * 1.02, fy + 1.3, z + r + j * r * 1.74),
                (r, r, 1.3),
                rot=(R(90), rnd.random() * 6, 0),
            )
    elif kind == 'flat':
        xx = x + 0.9
        for c in range(3):
            zz = z
            r = rnd.uniform(0.75, 0.9)
            for q in range(rnd.randint(2, 4)):
                hgt = rnd.uniform(0.7, 1.05)
                inst(ROLL, pick(k0 + q * 2 + c), (xx + r, fy + 1.2, zz), (r, r, hgt), rnd.random() * 6)
                zz += hgt + 0.02
            xx += 2 * r + 0.12
    elif kind == 'fold':
        for c in range(2):
            zz = z
            for q in range(rnd.randint(5, 7)):
                hgt = rnd.uniform(0.48, 0.62)
                box(
                    'fold',
                    (2.55, 2.9, hgt),
                    (x + 0.5 + 1.4 + c * 2.85 + rnd.uniform(-0.06, 0.06), fy + 1.5, zz + hgt / 2),
                    pick(k0 + q + c * 4),
                    0.22,
                    4,
                    rot=(0, 0, rnd.uniform(-0.02, 0.02)),
                )
                zz += hgt
    elif kind == 'boxes':
        for c in range(2):
            for q in range(2):
                b = box(
                    'bx',
                    (2.6, 3, 1.9),
                    (x + 0.55 + 1.45 + c * 2.85, fy + 1.6, z + 0.97 + q * 1.96),
                    linen if (c + q) % 2 else kraft,
                    0.06,
                    3,
                )
                box('pl', (0.9, 0.04, 0.5), (x + 2.0 + c * 2.85, fy + 0.08, z + 0.97 + q * 1.96), brass, 0.02)
    elif kind == 'ribbons':  # cards of hanging trims
        cyl('bar', 0.09, cw - 0.8, (x + cw / 2, fy + 0.9, z + ch - 1.0), brass, (0, R(90), 0), 16)
        for i in range(8):
            L = rnd.uniform(3.0, 4.1)
            box(
                'rb',
                (0.55, 0.06, L),
                (x + 0.8 + i * (cw - 1.6) / 7, fy + 0.9, z + ch - 1.0 - L / 2),
                pick(k0 + i),
                0.02,
            )


kinds = [
    ['fold', 'boxes', 'flat', 'fold', 'boxes', 'flat', 'fold'],
    ['rolls', 'fold', 'cones', 'rolls', 'flat', 'fold', 'cones'],
    ['cones', 'rolls', 'ribbons', 'cones', 'fold', 'rolls', 'flat'],
    ['flat', 'cones', 'fold', 'rolls', 'ribbons', 'cones', 'boxes'],
]
for j in range(nr):
    for i in range(nc):
        cell(sx0 + i * cw, sz0 + j * ch + 0.18, kinds[j][i])
for j in range(1, nr + 1):
    e = box(
        'led',
        (sx1 - sx0 - 0.6, 0.12, 0.05),
        ((sx0 + sx1) / 2, Y - dep + 0.35, sz0 + j * ch - 0.21),
        emit('led', '#ffd9ac', 4),
        0,
    )
    e.visible_diffuse = False
# calm left wall: oak slats, plant, bench
for k in range(26):
    box('sl', (0.34, 0.34, 24), (-12 + k * 0.62, Y - 0.2, 12.2), oakz, 0.03)
cyl('pot', 1.5, 3, (5.6, 26.6, 1.5), cer, bev=0.2, seg=64)
lf = M('lf', '#47693f', 0.5).m
for i in range(30):
    az = i * 2.4
    hgt = 4 + 7.5 * i / 29
    sp = 2.3 * (1 - 0.45 * i / 29)
    L = rnd.uniform(2.4, 3.3)
    el = rnd.uniform(0.3, 0.9)
    q = (5.6 + math.cos(az) * sp * 0.5, 26.6 + math.sin(az) * sp * 0.5, 3 + hgt * 0.75)

    def fx(u, t):
        w = math.sin(math.pi * min(1, t**0.75)) * 0.7
        x = (u - 0.5) * 2 * w
        hx = math.cos(el - 0.6 * t) * L * t
        return (
            q[0] + hx * math.cos(az) - x * math.sin(az),
            q[1] + hx * math.sin(az) + x * math.cos(az),
            q[2] + math.sin(el - 0.6 * t) * L * t + abs(x) * 0.35,
        )

    v, f = grid(7, 12, fx)
    obj_from('leaf', v, f, lf, True)
    tube('st', [(5.6, 26.6, 2.8), ((5.6 + q[0]) / 2, (26.6 + q[1]) / 2, q[2] * 0.6 + 1.4), q], 0.05, lf)
box('bench', (10, 3.6, 0.5), (-4, 25.5, 4.0), oak, 0.08)
box('bc', (9.8, 3.5, 0.8), (-4, 25.5, 4.6), mats[1], 0.3, 5)
for x in (-8.3, 0.3):
    for y in (24.2, 26.8):
        box('bl', (0.3, 0.3, 3.8), (x, y, 1.9), black, 0.02)
# display table
tx, ty = 39, 9
box('top', (30, 9, 0.45), (tx, ty, 8.2), oak, 0.06)
box('apr', (28.6, 7.6, 0.7), (tx, ty, 7.65), oakz, 0.04)
box('low', (27, 6.4, 0.3), (tx, ty, 2.0), oak, 0.04)
for x in (-13.9, 13.9):
    for y in (-3.6, 3.6):
        box('tl', (0.4, 0.4, 8), (tx + x, ty + y, 4.0), black, 0.03)
for i, (x, r, h) in enumerate(((-10, 1.5, 1.2), (-6.6, 1.3, 1.5), (8.4, 1.5, 1.3), (11.5, 1.2, 1.1))):
    inst(ROLL, pick(i * 4 + 1), (tx + x, ty, 2.16), (r, r, h), i)
for x in (-2.2, 1.2):
    box('crate', (2.9, 4.4, 2.0), (tx + x * 1.1, ty, 3.16), linen, 0.08)
box('tray', (7, 5, 0.35), (tx - 9, ty - 0.6, 8.60), oakz, 0.05)
for i in range(7):
    for j in range(4):
        lathe(
            'btn',
            [(0, 0.10), (0.22, 0.11), (0.27, 0.17), (0.33, 0.18), (0.37, 0.12), (0.36, 0.04), (0.3, 0), (0, 0)],
            pick(i * 3 + j * 5),
            (tx - 11.6 + i * 0.87, ty - 2.2 + j * 1.05, 8.80),
            28,
        )
for i in range(5):
    p = (tx + 1.2 + i * 1.95 - (0.3 if i % 2 else 0), ty + 1.4 + (i % 2) * 1.3, 8.46)
    inst(CONE, pick(i * 2 + 1), p, 0.8, i)
    inst(TIP, cer, p, 0.8)
for i, (x, y, r, h) in enumerate(
    (
        (-3.6, -1.6, 1.25, 0.95),
        (-1.2, 0.9, 1.1, 1.3),
        (-2.9, 2.4, 1.2, 0.8),
        (10.6, -1.2, 1.2, 1.0),
        (12.4, 1.2, 1.2, 1.2),
    )
):
    inst(ROLL, pick(i * 3 + 5), (tx + x, ty + y, 8.45), (r, r, h), i)
inst(ROLL, mats[7], (tx - 3.6, ty - 1.6, 9.42), (1.0, 1.0, 0.8), 2)
for k in range(9):
    box(
        'sw',
        (2.2, 3.6, 0.07),
        (tx + 4.6 + k * 0.12, ty - 2.2, 8.5 + k * 0.075),
        pick(k + 1),
        0.02,
        2,
        rot=(0, 0, R(18 - k * 9)),
    )
for x in (-9, 0, 9):
    cyl('cord', 0.05, 9, (tx + x, ty, 24.6), black, seg=10)
    lathe(
        'pend',
        [(0.15, 1.9), (0.3, 1.8), (0.9, 1.2), (1.5, 0.1), (1.46, 0.1), (0.86, 1.15), (0.25, 1.7), (0, 1.75)],
        teal if x else brass,
        (tx + x, ty, 18.3),
        48,
    )
    g = lathe('bulb', [(0, -0.3), (0.35, 0), (0, 0.4)], emit('bl', '#ffe2b8', 7), (tx + x, ty, 19.0), 20)
    g.visible_diffuse = False
area('win', (-26, 4, 16), (20, 16, 8), 26, 26000, '#eef4ff', 20)
area('ceilw', (26, 2, H - 0.6), (26, 8, 0), 46, 9500, '#ffeedd', 26)
area('shelf', (34, 17, 26), (34, 31, 11), 44, 8200, '#ffd9ac', 2)
area('pendl', (tx, ty, 18.4), (tx, ty, 0), 20, 1500, '#ffd9ac', 5)
area('fill', (24, -38, 18), (24, 20, 10), 50, 8000, '#fff3e4', 20)
world('#eef2f6', 0.4)
camera((25, -33, 13.6), (25, 30, 13.6), 29, level=True, shift_y=-0.035)
render(a.out, a.w, a.h, a.spp, bounces=5, clamp=4)
