# the sample room: light cabinet, pull tester, zipper cycle tester and drawers on one bench; 1 unit = 6 cm
from journal import *
from hardware import thread_cone
from packing import carton

WALL = 6.6  # where the bench ends


def grouped(name, loc, rz=0.0, sc=1.0):
    """returns the call that ends a group: every object made until then moves as one"""
    before = set(bpy.data.objects)

    def close():
        e = bpy.data.objects.new(name, None)
        bpy.context.collection.objects.link(e)
        for o in set(bpy.data.objects) - before:
            if o is not e and not o.parent:
                o.parent = e
        e.location, e.rotation_euler, e.scale = loc, (0, 0, R(rz)), (sc,) * 3
        return e

    return close


def dial(r, tilt, at, limit=0.6, value=0.42):
    """a round gauge that faces the bench: ticks over 270 degrees, a copper limit, a needle"""
    done = grouped('dial', at)
    case, face, ink, cop = metal('case', '#7d8688', 0.4), M('face', '#f7f3ea', 0.5).m, plain('ink', '#1e2a2c', 0.5), plain('cop', '#a85722', 0.4)
    lathe('case', [(0, -0.5), (r + 0.08, -0.5), (r + 0.13, -0.42), (r + 0.13, 0.08), (r + 0.06, 0.14), (r - 0.02, 0.12), (r - 0.03, 0)], case, (0, 0, 0), 96)
    cyl('face', r, 0.02, (0, 0, 0), face, seg=96, bev=0.002)
    for k in range(41):
        q = R(225 - k * 6.75)
        ln = r * (0.2 if k % 5 == 0 else 0.1)
        rr = r * 0.9 - ln / 2
        box('tick', (ln, r * (0.034 if k % 5 == 0 else 0.018), 0.012), (rr * math.cos(q), rr * math.sin(q), 0.02), ink, 0, rot=(0, 0, q))
    for k in range(9):
        q = R(225 - 270 * limit - k * 4)
        box('lim', (r * 0.07, r * 0.075, 0.012), (r * 0.58 * math.cos(q), r * 0.58 * math.sin(q), 0.02), cop, 0, rot=(0, 0, q))
    q = R(225 - 270 * value)
    nd = outline([[(-0.22 * r, -0.04 * r), (r * 0.8, -0.008), (r * 0.8, 0.008), (-0.22 * r, 0.04 * r)]], 0.012, 0.003, cop)
    nd.location, nd.rotation_euler = (0, 0, 0.05), (0, 0, q)
    cyl('hub', r * 0.09, 0.1, (0, 0, 0.06), case, seg=32, bev=0.02)
    e = done()
    e.rotation_euler = (R(90 - tilt), 0, 0)


def light_cabinet(x, y, w=11.2, h=8.4, d=6.6):
    """a viewing cabinet: neutral grey inside, tubes behind a diffuser, a switch for each light, chips on a slope"""
    grey, shell, key = plain('n7', '#a3a5a3', 0.92), plain('shell', '#3a4443', 0.55), M('key', '#d9dad6', 0.4).m
    t, head, foot = 0.22, 1.55, 0.5
    zi, zt = foot, h - head
    box('floor', (w, d, foot), (x, y, foot / 2), shell, 0.05)
    box('head', (w, d, head), (x, y, h - head / 2), shell, 0.06)
    for s_ in (-1, 1):
        box('side', (t, d - 0.1, h - 0.2), (x + s_ * ((w - t) / 2 - 0.03), y, h / 2), shell, 0.04)
        box('in', (0.04, d - 0.3, zt - zi), (x + s_ * (w / 2 - t - 0.02), y, (zi + zt) / 2), grey, 0)
    box('back', (w, t, h - 0.1), (x, y + d / 2 - t / 2, h / 2), shell, 0.03)
    box('inb', (w - 2 * t, 0.04, zt - zi), (x, y + d / 2 - t - 0.02, (zi + zt) / 2), grey, 0)
    box('inf', (w - 2 * t, d - 0.25, 0.04), (x, y - 0.05, zi + 0.02), grey, 0)
    e = box('diff', (w - 0.9, d - 1.2, 0.06), (x, y + 0.1, zt - 0.02), emit('tubes', '#eef4ff', 3.2), 0)
    e.visible_diffuse = False
    area('tube', (x, y + 0.1, zt - 0.1), (x, y + 0.1, 0), w - 1.2, 360, '#eef4ff', d - 1.6)
    for k in range(5):  # daylight is on
        kx = x - w / 2 + 1.1 + k * 0.86
        box('key', (0.62, 0.12, 0.42), (kx, y - d / 2 - 0.03, h - head * 0.55), key, 0.04)
        box('led', (0.16, 0.05, 0.06), (kx, y - d / 2 - 0.05, h - head * 0.55 + 0.42), emit('on', '#ffd28a', 4) if k == 0 else plain('off', '#20282a', 0.5), 0)
    box('plate', (2.6, 0.06, 0.5), (x + w / 2 - 2.0, y - d / 2 - 0.02, h - head * 0.55), plain('plate', '#c79a50', 0.4), 0.02)
    # a slope of grey board, on it the original and four dips of it
    sl = R(38)
    done = grouped('slope', (x - 0.2, y + 0.5, zi + 0.05))
    box('board', (8.4, 4.6, 0.12), (0, 0, 0), plain('n5', '#8d908f', 0.9), 0.02)
    swatch('orig', 3.0, 3.4, woven('o', '#1d6e69', 30), (-2.3, 0.1, 0.06), 0, 0.02, 2)
    for k, c in enumerate(('#1b6a66', '#20736c', '#216a70', '#1a6f63')):
        swatch('dip', 1.75, 1.6, woven('d%d' % k, c, 30), (0.55 + 1.95 * (k % 2), 0.95 - 1.75 * (k // 2), 0.06), 0, 0.02, 5 + k)
    e = done()
    e.rotation_euler = (sl, 0, 0)
    e.location.z += 2.3 * math.sin(sl) + 0.05
    box('prop', (7.6, 0.12, 2.6), (x - 0.2, y + 2.0, zi + 1.3), plain('n5b', '#8d908f', 0.9), 0.02)


def pull_tester(x, y):
    """a stand with two columns, a hand wheel and a crosshead: the upper clamp holds a button, the lower one its cloth"""
    steel, darks, brass = metal('steel', '#cfd2d2', 0.32), metal('darks', '#7d8688', 0.4), metal('brass', '#bd9148', 0.31)
    paint = M('mach', '#174f4d', 0.5, spec=0.3, clearcoat=0.2).m
    done = grouped('pull', (x, y, 0))
    box('base', (5.0, 4.6, 0.85), (0, 0, 0.55), paint, 0.14, 4)
    for sx in (-1, 1):
        for sy in (-1, 1):
            cyl('foot', 0.28, 0.14, (sx * 2.0, sy * 1.8, 0.07), plain('rub', '#20282a', 0.8), seg=24)
        cyl('col', 0.22, 10.4, (sx * 1.75, 0.9, 6.1), steel, seg=40)
        cyl('boot', 0.42, 0.4, (sx * 1.75, 0.9, 1.15), darks, seg=40)
    box('top', (4.9, 1.7, 0.85), (0, 0.9, 11.3), paint, 0.12, 4)
    cyl('screw', 0.17, 4.2, (0, 0.9, 9.2), darks, seg=32)
    for k in range(26):
        cyl('thr', 0.205, 0.06, (0, 0.9, 7.55 + k * 0.135), steel, seg=28, bev=0.02)
    box('cross', (4.5, 1.3, 0.95), (0, 0.9, 7.0), paint, 0.12, 4)
    for sx in (-1, 1):
        cyl('bush', 0.40, 1.25, (sx * 1.75, 0.9, 7.0), darks, seg=40)
    # hand wheel at the side of the head
    for q in range(5):
        a_ = q * 2 * math.pi / 5
        tube('spoke', [(2.75, 0.9, 11.3), (2.75, 0.9 + 0.9 * math.sin(a_), 11.3 + 0.9 * math.cos(a_))], 0.07, steel, 2)
    tube('rim', [(2.75, 0.9 + 1.0 * math.sin(q / 24 * 6.2832), 11.3 + 1.0 * math.cos(q / 24 * 6.2832)) for q in range(24)], 0.11, darks, 4, True)
    cyl('axle', 0.18, 0.9, (2.6, 0.9, 11.3), steel, (0, R(90), 0))
    tube('grip', [(2.8, 0.9, 12.3), (3.4, 0.9, 12.3)], 0.15, plain('bk', '#20282a', 0.5), 2)
    # load path: force gauge, hook, clamp, button, cloth, lower vice
    cyl('rod', 0.13, 1.0, (0, 0.6, 6.1), steel, seg=32)
    cyl('clamp', 0.36, 0.8, (0, 0.6, 5.3), darks, seg=40, bev=0.05)
    cyl('ring', 0.40, 0.18, (0, 0.6, 5.35), brass, seg=40, bev=0.03)
    for k in range(3):
        a_ = R(30 + k * 120)
        ca, sa = math.cos(a_), math.sin(a_)
        tube('claw', spline([(0.22 * ca, 0.6 + 0.22 * sa, 5.0), (0.60 * ca, 0.6 + 0.60 * sa, 4.5), (0.62 * ca, 0.6 + 0.62 * sa, 4.1), (0.40 * ca, 0.6 + 0.40 * sa, 3.86)], 20), 0.085, steel, 4)
    lathe('button', [(0, 0), (0.36, 0), (0.44, 0.04), (0.44, 0.1), (0.3, 0.14), (0, 0.15)], brass, (0, 0.6, 3.92), 48)
    tw = twill('canvas', '#e2d5bb', 26)
    v, f = grid(60, 40, lambda u, w: ((u - 0.5) * 2.6, 0.6 + (w - 0.5) * 1.5, 2.35 + 1.5 * math.exp(-((math.hypot((u - 0.5) * 2.2, (w - 0.5) * 1.1) / 0.5) ** 1.15))))
    o = obj_from('cloth', v, f, tw, True)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        q = lp.vertex_index
        uv.data[lp.index].uv = (q % 60 / 59 * 4, q // 60 / 39 * 2.4)
    for sx in (-1, 1):
        box('jaw', (0.8, 1.9, 0.75), (sx * 1.45, 0.6, 2.35), steel, 0.06, 4)
        box('jawb', (0.95, 2.1, 0.55), (sx * 1.45, 0.6, 1.72), darks, 0.05, 4)
        for sy in (0.15, 1.05):
            cyl('bolt', 0.18, 0.2, (sx * 1.45, sy, 2.82), darks, seg=6, bev=0.03)
    box('vice', (3.9, 2.1, 0.5), (0, 0.6, 1.22), darks, 0.05, 4)
    dial(1.25, 6, (0, -0.05, 8.9), 0.62, 0.46)
    box('arm', (0.9, 0.7, 1.0), (0, 0.45, 8.9), darks, 0.06)
    done()


def cycle_tester(x, y):
    """a zipper is held upright between two clamps, its tapes pulled aside by cords over pulleys; a carriage on two rods
    runs the slider up and down; a counter counts the cycles"""
    steel, darks, brass = metal('steel', '#cfd2d2', 0.30), metal('darks', '#7d8688', 0.4), metal('brass', '#bd9148', 0.31)
    paint, black = M('mach', '#174f4d', 0.5, spec=0.3, clearcoat=0.2).m, M('black', '#20282a', 0.45).m
    done = grouped('cycle', (x, y, 0))
    box('base', (6.4, 4.2, 1.5), (0, 0, 0.9), paint, 0.14, 4)
    for sx in (-1, 1):
        for sy in (-1, 1):
            cyl('foot', 0.28, 0.16, (sx * 2.6, sy * 1.6, 0.08), black, seg=24)
    box('panel', (6.0, 0.4, 8.6), (0, 1.5, 5.9), M('panel', '#e6ded0', 0.55).m, 0.08, 4)
    for z in (2.2, 9.6):
        box('beam', (5.2, 1.1, 0.5), (0, 0.75, z), darks, 0.06)
    for sx in (-1, 1):
        cyl('rod', 0.15, 7.4, (sx * 1.55, 0.8, 5.9), steel, seg=32)
    # zipper: closed below the slider, held open above it
    zx, zy, at = 0.0, -0.15, 3.05
    n = 300
    C = [Vector((zx, zy, 2.95 + 6.1 * q / n)) for q in range(n + 1)]
    zipper('z', C, twill('zt', '#a85722', 60), brass, [Vector((0, -1, 0))] * (n + 1), gap=lambda s_: 0.0 if s_ < at else 0.20 * (s_ - at) ** 2 / (s_ - at + 0.9), w=0.42, sc=0.42, thick=0.02, stop=(at - 0.2, at + 0.06))
    e = slider(metal('sl', '#c2964d', 0.30), (zx, zy, 2.95 + at), 0, 0.42, 0, 8)
    e.rotation_euler = (R(90), 0, 0)
    for z, w in ((2.75, 1.5), (9.15, 2.3)):
        box('clip', (w, 0.5, 0.55), (0, zy + 0.05, z), steel, 0.05)
        box('clipb', (w, 0.9, 0.3), (0, zy + 0.5, z), darks, 0.03)
        for sx in (-1, 1):
            cyl('scr', 0.13, 0.12, (sx * w * 0.36, zy - 0.22, z), darks, (R(90), 0, 0), 6, 0.02)
    # carriage that grips the puller
    box('carr', (3.7, 0.7, 0.6), (0, 0.75, 5.2), darks, 0.06)
    for sx in (-1, 1):
        cyl('bush', 0.30, 0.9, (sx * 1.55, 0.8, 5.2), brass, seg=36)
    box('arm', (0.34, 1.0, 0.34), (0.0, -0.1, 5.2), steel, 0.04)
    box('grip', (0.5, 0.34, 0.42), (0.0, -0.52, 5.28), steel, 0.05)
    # lateral load: clamps on the tapes, cords, pulleys, weights
    cord = plain('cord', '#efe6d6', 0.8)
    for sx in (-1, 1):
        px = sx * 2.35
        box('tclip', (0.26, 0.3, 0.7), (sx * 0.86, zy, 7.4), steel, 0.03)
        tube('cord', [(sx * 0.95, zy, 7.4), (px, zy, 7.4)], 0.045, cord, 2)
        tube('cord', [(px + sx * 0.26, zy, 7.14), (px + sx * 0.26, zy, 4.8)], 0.045, cord, 2)
        cyl('pulley', 0.26, 0.14, (px, zy, 7.14), brass, (R(90), 0, 0), 40, 0.03)
        tube('pin', [(px, zy, 7.14), (px, 1.4, 7.14)], 0.08, steel, 2)
        cyl('weight', 0.34, 0.85, (px + sx * 0.26, zy, 4.45), darks, seg=40, bev=0.05)
        cyl('wring', 0.36, 0.08, (px + sx * 0.26, zy, 4.62), brass, seg=40, bev=0.02)
    # control strip: counter drums, a stop button, a knob
    box('strip', (5.2, 0.12, 0.95), (0, -2.12, 0.95), M('st', '#0d3233', 0.5).m, 0.03)
    for k in range(5):
        box('drum', (0.30, 0.08, 0.46), (-2.1 + k * 0.36, -2.2, 0.98), M('drum', '#f3ecde' if k < 4 else '#a85722', 0.5).m, 0.03)
        box('fig', (0.13, 0.02, 0.05 + 0.24 * ((k * 7) % 3 > 0)), (-2.1 + k * 0.36, -2.25, 0.98), plain('fg', '#1e2a2c', 0.6), 0)
    cyl('stop', 0.30, 0.26, (1.0, -2.26, 0.98), M('red', '#b23a2e', 0.35).m, (R(90), 0, 0), 40, 0.06)
    cyl('knob', 0.26, 0.3, (1.95, -2.28, 0.98), black, (R(90), 0, 0), 40, 0.04)
    done()


def drawers(x, y, cols=4, rows=6, w=2.35, h=1.42, d=6.4):
    """a cabinet of small drawers: a brass frame on each with its paper label, a line of writing and a chip of the shade"""
    oak, front = wood('oakc', '#c79d6d', '#93683f', 0.5, 'Z', 0.42), wood('oakf', '#cda678', '#9c7147', 0.5, 'X', 0.42)
    brass, paper, ink = metal('brass', '#bd9148', 0.31), plain('paper', '#f4eee0', 0.8), plain('ink', '#4b5757', 0.9)
    shades = ['#0f4a4b', '#1d6e69', '#4c9a92', '#a8cdc4', '#d9a441', '#c46a36', '#a85722', '#7a3320', '#17304d', '#34608a', '#5b2530', '#efe6d6', '#e8c9b6', '#2f8a84', '#1d1f22', '#9a3d2c']
    W, H = cols * w + 0.4, rows * h + 0.4
    done = grouped('drawers', (x, y, 0))
    box('case', (W, d, H), (0, 0, H / 2), oak, 0.05)
    for j in range(rows):
        for i in range(cols):
            cx, cz = (i - (cols - 1) / 2) * w, 0.2 + (j + 0.5) * h
            out = 0.9 if (i, j) == (1, 2) else 0.0
            yy = -d / 2 - 0.04 - out
            box('front', (w - 0.1, 0.22, h - 0.1), (cx, yy, cz), front, 0.035)
            if out:
                for s_ in (-1, 1):
                    box('ds', (0.08, out + 0.6, h - 0.4), (cx + s_ * (w / 2 - 0.16), yy + (out + 0.6) / 2, cz - 0.05), oak, 0)
                for k in range(5):
                    cyl('roll', 0.38, 0.34, (cx - 0.72 + k * 0.36, yy + 0.55, cz + 0.22), thread_m('rl%d' % k, shades[k + 3]), (0, R(90), 0), 32, 0.03)
            fz = cz + 0.16
            box('frame', (1.5, 0.06, 0.62), (cx, yy - 0.13, fz), brass, 0.03)
            box('paper', (1.32, 0.03, 0.46), (cx, yy - 0.155, fz), paper, 0)
            box('chip', (0.34, 0.02, 0.32), (cx - 0.42, yy - 0.175, fz), plain('chip', shades[(i * 5 + j * 3) % 16], 0.8), 0)
            for k, l in enumerate((0.62, 0.44 + 0.12 * ((i + j) % 2))):
                box('line', (l, 0.01, 0.05), (cx - 0.12 + l / 2, yy - 0.172, fz + 0.08 - k * 0.15), ink, 0)
            tube('pull', [(cx - 0.3, yy - 0.1, cz - 0.36), (cx - 0.3, yy - 0.28, cz - 0.38), (cx + 0.3, yy - 0.28, cz - 0.38), (cx + 0.3, yy - 0.1, cz - 0.36)], 0.055, brass, 6)
    done()
    return H


def shop():
    """the bench against its wall; sun through the bars of a window on the left, the sky beside it, a weak fill"""
    oak = wood('oakb', '#c79d6d', '#93683f', 0.35, 'X', 0.36)
    y1 = WALL
    obj_from('wall', [(-60, y1, -8), (60, y1, -8), (60, y1, 40), (-60, y1, 40)], [(0, 1, 2, 3)], plain('wall', '#d8cdb9', 0.92, 0.06, 3))
    box('top', (60, 13.4, 0.7), (0, -0.1, -0.35), oak, 0.05)
    box('apron', (60, 0.5, 6), (0, -6.0, -3.7), plain('wains', '#174f4d', 0.7, 0.04, 4), 0.03)
    dark_m = plain('mask', '#3a3a3a', 0.9)
    for ya, yb, za, zb in ((-80, -23, -20, 80), (-4.5, 40, -20, 80), (-23, -4.5, -20, 24), (-23, -4.5, 36, 80)):
        box('mask', (0.3, yb - ya, zb - za), (-40, (ya + yb) / 2, (za + zb) / 2), dark_m, 0)
    for yy in (-17, -10.8):
        box('bar', (0.5, 0.7, 20), (-40, yy, 28), dark_m, 0)
    box('bar', (0.5, 20, 0.7), (-40, -14, 28.5), dark_m, 0)
    d = Vector((0.80, 0.42, -0.43))
    o = sun((0, 0, 0), 7.5, '#ffdcae', 0.7)
    o.rotation_euler = d.to_track_quat('-Z', 'Y').to_euler()
    area('key', (-25, -12, 17), (0, 2, 3), 9, 6500, '#fff4e2', 14)
    area('ceil', (4, -8, 24), (2, 2, 3), 16, 2600, '#fff1de', 6)
    area('fill', (20, -24, 8), (4, 2, 4), 12, 1300, '#eaf2ff')
    world('#f3ece0', 0.26)
    return oak


def furnish():
    """the sample room: what is measured, and what it is measured with"""
    oak, y1 = shop(), WALL
    brass, steel = metal('brass', '#bd9148', 0.31), metal('steel', '#c9cccd', 0.28)
    light_cabinet(-11.6, 2.6)
    pull_tester(-1.9, 2.5)
    cycle_tester(4.6, 2.6)
    H = drawers(13.6, 3.0)
    # on the cabinet of drawers: cones of thread and a roll
    plast = M('plast', '#efe8da', 0.35).m
    for k, (cx, cy, c) in enumerate(((10.2, 3.6, '#1d6e69'), (12.2, 3.2, '#efe6d6'), (14.2, 3.7, '#d9a441'), (16.3, 3.2, '#a85722'))):
        thread_cone(cx, cy, c, k + 3, plast, H, 0.86)
    # on the light cabinet: two sample books
    for k, (c, rz, w) in enumerate((('#a85722', 4, 4.6), ('#efe6d6', -3, 4.2), ('#17304d', 2, 3.9))):
        box('book', (w, 3.2, 0.5), (-13.6 + 0.2 * k, 2.7, 8.66 + 0.5 * k), plain('bk%d' % k, c, 0.8), 0.05, rot=(0, 0, R(rz)))
    # rail with zippers that wait for their test
    box('rail', (17.5, 0.3, 0.7), (1.3, y1 - 0.15, 13.6), oak, 0.04)
    for k, c in enumerate(('#17304d', '#1d6e69', '#efe6d6', '#d9a441', '#7a2f33', '#c46a36', '#0f4a4b', '#34608a', '#a8cdc4')):
        px = -6.0 + k * 1.85
        L = (4.6, 3.4, 5.2, 4.0, 3.0, 4.8, 3.6, 5.0, 4.2)[k]
        tube('peg', [(px, y1 - 0.2, 13.5), (px, y1 - 0.75, 13.6)], 0.08, brass, 2)
        n = 60
        C = [Vector((px + 0.04 * math.sin(q * 0.05 + k), y1 - 0.55 + 0.2 * (q / n), 13.45 - L * q / n)) for q in range(n + 1)]
        zipper('hz%d' % k, C, twill('hzt%d' % k, c, 60), steel if k % 3 == 0 else brass, [Vector((0, -1, 0))] * (n + 1), w=0.26, sc=0.32, thick=0.02)
    # the front of the bench: a card with sewn samples, chips, a box of buttons, a steel rule, shears' place left free
    card = plain('card', '#d8cab0', 0.85, 0.1, 24)
    done = grouped('card', (-3.2, -3.4, 0), 7)
    box('c', (6.0, 4.0, 0.1), (0, 0, 0.05), card, 0.03)
    for k, c in enumerate(('#0f4a4b', '#1d6e69', '#a8cdc4', '#d9a441', '#c46a36', '#7a3320')):
        swatch('sw', 1.55, 1.5, woven('cs%d' % k, c, 30), (-1.9 + 1.9 * (k % 3), 0.9 - 1.85 * (k // 3), 0.1), rnd.uniform(-2, 2), 0.08, k)
    done()
    done = grouped('tray', (3.7, -3.2, 0), -5)
    box('tb', (5.4, 3.4, 0.16), (0, 0, 0.08), oak, 0.03)
    for px in (-2.7, -0.9, 0.9, 2.7):
        box('tw', (0.14, 3.4, 0.6), (px, 0, 0.36), oak, 0.03)
    for py in (-1.65, 0, 1.65):
        box('tl', (5.4, 0.14, 0.6), (0, py, 0.36), oak, 0.03)
    ms = [button_mesh('bb%d' % q, 0.34, 0.1, h, st) for q, (h, st) in enumerate(((4, 'rim'), (4, 'step'), (2, 'bowl')))]
    cs = [resin('tl', '#1f7a73', '#14625f'), pearl('pearl'), resin('tort', '#8a4a1c', '#2a140a', marble=1.5), resin('red', '#7a2f33', '#5b2530'), resin('cream', '#efe6d6', '#d9cbb0'), resin('navy', '#17304d', '#0f2038')]
    for q in range(6):
        for k in range(13):
            inst(ms[q % 3], (-1.8 + 1.8 * (q % 3) + rnd.uniform(-0.5, 0.5), -0.82 + 1.64 * (q // 3) + rnd.uniform(-0.45, 0.45), 0.18 + 0.09 * (k // 5)), (rnd.uniform(-0.25, 0.25), rnd.uniform(-0.25, 0.25), rnd.uniform(0, 6)), 1, 'b', cs[q])
    done()
    done = grouped('rule', (9.6, -4.2, 0.02), 10)
    box('r', (5.0, 0.5, 0.03), (0, 0, 0.015), steel, 0.005)
    for k in range(50):
        box('rt', (0.015, 0.2 if k % 5 == 0 else 0.1, 0.005), (-2.4 + k * 0.098, 0.24 - (0.1 if k % 5 == 0 else 0.05), 0.032), plain('ink', '#1e2a2c', 0.6), 0)
    done()
    C, W = roll(-9.4, -3.4, 0.35, 11, 0.078, 0.9, 2, 4.5, 0.1, 2.0, 0, 4)
    strip('roll', C, W, 0.9, weave('el', '#efe6d6', 9, 40, 0.8, 0.6, 0.8, 0.02), 7, 0.06)
    C, W = roll(-12.2, -2.9, 0.35, 12, 0.062, 0.8, 1, 0, 0, 3, 0, 6)
    strip('roll2', C, W, 0.8, silk('rib', '#a9521d', 0.34), 7, 0.05)
    # shears and a pencil on the cutting mat
    mat = plain('mat', '#0f3e3f', 0.8)
    box('mat', (8.6, 4.6, 0.06), (-3.0, -3.4, 0.03), mat, 0.02, rot=(0, 0, R(7)))
    done = grouped('shears', (10.6, -3.0, 0.02), 24)
    for k in (-1, 1):
        b = outline([[(-0.2, 0.0), (0.2, -0.16), (3.4, -0.02), (3.4, 0.02), (0.3, 0.24), (-0.2, 0.22)]], 0.04, 0.02, steel)
        b.location, b.rotation_euler = (0, 0, 0.10 + 0.07 * k), (R(0 if k > 0 else 180), 0, R(7 * k))
        rx, ry, L = -1.75, 0.62 * -k, 0.62
        tube('bow', [(rx + L * 1.25 * math.cos(q / 20 * 6.2832), ry + L * 0.72 * math.sin(q / 20 * 6.2832), 0.12) for q in range(20)], 0.12, mat, 4, True)
        tube('shank', [(-0.1, 0.02 * k, 0.12), (-0.7, -0.25 * k, 0.12), (rx + L, ry + 0.05 * k, 0.12)], 0.12, mat, 6)
    cyl('pivot', 0.16, 0.14, (0.05, 0.05, 0.22), brass, seg=32, bev=0.03)
    done()
    tube('pencil', [(2.0, -5.1, 0.09), (-0.6, -5.5, 0.09)], 0.09, plain('pencil', '#a85722', 0.5), 2)
    # dips that were approved, pinned to the wall
    paper, ink = plain('paper', '#f4eee0', 0.85), plain('ink', '#5c6667', 0.9)
    for k, (c, rz) in enumerate((('#1d6e69', -1.5), ('#c46a36', 1.0), ('#17304d', -0.6))):
        done = grouped('pinned', (-16.2 + 3.1 * k, y1 - 0.1, 12.1 - 0.15 * (k % 2)), 0)
        box('sheet', (2.4, 3.3, 0.03), (0, 0, 0), paper, 0)
        swatch('ps', 1.5, 1.4, woven('psw%d' % k, c, 30), (0, 0.55, 0.03), 0, 0.04, k + 20)
        for j, l in enumerate((1.5, 1.2, 1.4)):
            box('line', (l, 0.07, 0.01), (-0.75 + l / 2, -0.62 - 0.26 * j, 0.025), ink, 0)
        lathe('pin', [(0, 0)] + [(0.1 * math.sin(q / 8 * math.pi), 0.1 - 0.1 * math.cos(q / 8 * math.pi)) for q in range(1, 9)], brass, (0, 1.45, 0.02), 24)
        e = done()
        e.rotation_euler = (R(90), R(rz), 0)


# camera, target, lens, aperture: each looks at another corner of the room
VIEWS = {
    'cabinet': ((-7.6, -16.5, 7.6), (-11.5, 2.0, 4.3), 44, 0.3),
    'samples': ((0.4, -17.0, 13.4), (0.5, -2.7, 0.2), 50, 0.3),
    'cycle': ((1.0, -13.6, 7.0), (4.5, 2.2, 5.2), 44, 0.3),
    'drawers': ((8.8, -12.2, 8.4), (13.2, 0.0, 4.8), 52, 0.3),
}


def corner(view):
    def scene():
        furnish()
        at, target, lens, stop = VIEWS[view]
        focus(at, target, lens, target, stop)

    return scene


for view in VIEWS:
    globals()['scene_' + view] = corner(view)


def scene_workshop():
    furnish()
    cam = (0.6, -37.5, 11.5)
    camera(cam, (0.6, 0, 0), 35, 0.22, level=True, shift_y=-0.158)
    s.camera.data.dof.focus_distance = (Vector(cam) - Vector((1.0, 1.5, 5))).length


def scene_packing():
    """the packing end of the bench: a carton being filled with rolls on paper cores, one closed, the list and the tape"""
    shop()
    k = 1 / 6
    kraft = kraft_m('kraft', '#b98a58', 0.13).m
    for x, y, w, d, h, rz, z in ((5.6, 2.6, 42, 32, 30, -9, 0), (5.9, 2.9, 38, 28, 17, 6, 5.0)):
        carton(x, y, w, d, h, rz, '#b98a58', z).scale = (k,) * 3
    # the open one: four walls, four flaps folded out
    W, D, H, t = 7.4, 5.6, 4.2, 0.09
    done = grouped('open', (-3.4, 0.2, 0.02), 8)
    box('floor', (W, D, t), (0, 0, t / 2), kraft, 0)
    for sx in (-1, 1):
        box('side', (t, D, H), (sx * W / 2, 0, H / 2), kraft, 0.02)
        box('flap', (2.3, D - 0.1, t), (sx * (W / 2 + 1.05), 0, H - 0.45), kraft, 0.02, rot=(0, sx * R(24), 0))
        box('end', (W, t, H), (0, sx * D / 2, H / 2), kraft, 0.02)
        box('flap', (W - 0.1, 2.6, t), (0, sx * (D / 2 + 1.08), H - 0.62), kraft, 0.02, rot=(-sx * R(28), 0, 0))
    core = plain('core', '#b98f63', 0.85)
    m = [weave('e1', '#1d6e69', 9, 40, 0.8, 0.6, 0.8, 0.02), silk('e2', '#a9521d', 0.34), weave('e3', '#efe6d6', 9, 40, 0.8, 0.6, 0.8, 0.02), silk('e4', '#d9a441', 0.34), weave('e5', '#17304d', 9, 40, 0.8, 0.6, 0.8, 0.02), silk('e6', '#7a2f33', 0.34)]
    for q in range(6):
        x, y = -2.4 + 2.4 * (q % 3), -1.35 + 2.7 * (q // 3)
        C, Wd = roll(x, y, 0.42, 9, 0.078, 1.15, q, 0, 0, 3, 0, q)
        strip('roll', C, Wd, 1.15, m[q], 7, 0.065).location.z = H - 1.35
        lathe('core', [(0.30, 0), (0.40, 0), (0.40, 1.2), (0.30, 1.2), (0.30, 0)], core, (x, y, H - 1.36), 48)
    box('pad', (W - 0.2, D - 0.2, 0.1), (0, 0, H - 1.45), kraft_m('pad', '#c9a274').m, 0)
    done()
    # what waits to go in: a roll, a bundle of labels, the list, a pencil; kraft tape for the lid
    C, Wd = roll(-10.2, -2.4, 0.42, 12, 0.078, 1.15, 2, 3.5, 0.1, 2.0, 0, 4)
    strip('wait', C, Wd, 1.15, weave('w1', '#a8cdc4', 9, 40, 0.8, 0.6, 0.8, 0.02), 7, 0.065)
    paper, ink = plain('paper', '#f4eee0', 0.85), plain('ink', '#5c6667', 0.9)
    done = grouped('list', (2.6, -4.0, 0.02), -8)
    box('sheet', (3.5, 2.7, 0.03), (0, 0, 0.015), paper, 0)
    for j in range(6):
        box('tick', (0.16, 0.16, 0.01), (-1.4, 0.75 - 0.33 * j, 0.035), plain('tick', '#1d6e69' if j < 4 else '#d8cdb9', 0.8), 0)
        box('line', (1.9 - 0.3 * (j % 3), 0.07, 0.01), (-1.1 + (1.9 - 0.3 * (j % 3)) / 2, 0.75 - 0.33 * j, 0.035), ink, 0)
    box('head', (1.6, 0.14, 0.01), (-0.7, 1.12, 0.035), ink, 0)
    done()
    tube('pencil', [(4.9, -4.6, 0.09), (5.6, -2.6, 0.09)], 0.09, plain('pencil', '#a85722', 0.5), 2)
    C, Wd = roll(8.4, -3.0, 0.62, 7, 0.05, 0.9, 1, 0, 0, 3, 0, 6)
    strip('kraft', C, Wd, 0.9, plain('kt', '#a3783f', 0.5), 5, 0.045)
    focus((-4.2, -19.5, 10.2), (0.2, 0.4, 2.9), 40, (-2.6, -1.2, 3.4), 0.35)
