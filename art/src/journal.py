# pictures of the articles: a lab dip submission, a calendar with trims; 1 unit = 1 cm
from macros import *
from packing import carton, kraft_m


def cloth(name, w, h, mat, loc, rz, lie, pink=0.0, thick=0.045):
    """a flat piece of cloth that lies on lie(x, y) in its own space; pink = pitch of a zigzag edge, 0 for a straight cut"""
    n = [max(24, round(q / pink) * 6) if pink else 90 for q in (w, h)]

    def fx(u, v):
        x, y = (u - 0.5) * w, (v - 0.5) * h
        z = lie(x, y)
        if pink:  # the teeth die away over the outer rows
            tri = lambda q, k: abs(q * n[k] / 6 % 1 * 2 - 1) - 0.5
            edge = lambda q, k: max(0.0, 1 - min(q, 1 - q) * n[k] / 3) * math.copysign(1, q - 0.5) * 0.15
            x, y = x + edge(u, 0) * tri(v, 1), y + edge(v, 1) * tri(u, 0)
        return (x, y, z)

    v, f = grid(n[0] + 1, n[1] + 1, fx)
    o = obj_from(name, v, f, mat, True, loc, (0, 0, R(rz)))
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        c = o.data.vertices[lp.vertex_index].co
        uv.data[lp.index].uv = (c.x, c.y)
    m = o.modifiers.new('s', 'SOLIDIFY')
    m.thickness, m.offset = thick, 1
    o.data.use_auto_smooth = True  # keeps the rim from bending the light
    o.data.auto_smooth_angle = R(40)
    return o


def scene_labdips():
    """lab dips: four chips, pinked and stapled, below the buyer's original, which hangs over the edge of the card"""
    steel, black = metal('steel', '#c9cccd', 0.28), M('clip', '#20282a', 0.35, spec=0.5).m
    ink, copper = plain('ink', '#5c6667', 0.9), plain('tick', '#a85722', 0.8)
    W, H, top = 22.0, 13.6, 0.14  # the card, on the sheet of the order
    e = bpy.data.objects.new('submission', None)
    bpy.context.collection.objects.link(e)
    before = set(bpy.data.objects)
    stock = M('stock', '#f4f1ea', 0.8, spec=0.25)
    stock.bump(stock.noise(stock.coords('Object'), 24, 5), 0.10, 0.02)
    box('order', (W - 0.8, H + 0.6, 0.03), (0.5, -0.5, 0.02), plain('order', '#dfd3ba', 0.85), 0, rot=(0, 0, R(-1.6)))
    box('card', (W, H, 0.09), (0, 0, top - 0.045), stock.m, 0.015)
    mark = lambda x, y, w, h: box('mark', (w, h, 0.006), (x + w / 2, y, top + 0.003), ink, 0)
    # four steps: lighter, the match, bluer, deeper
    for k, c in enumerate(('#31897f', '#1f7570', '#1d6c70', '#1a6562')):
        x, y = -7.95 + 5.3 * k, -2.1
        curl = lambda px, py, k=k: 0.02 + (0.25 + 0.22 * (k % 3)) * max(0.0, 0.30 - py / 5.4) ** 2 * (1 + 0.6 * px / 2.3 * (-1) ** k) + 0.03 * (1 + mnoise.noise((px * 0.7, py * 0.7, k)))
        cloth('chip', 4.5, 5.4, woven('dip%d' % k, c, 33), (x, y, top), (-0.8, 0.9, -0.4, 1.1)[k], curl, 0.38)
        box('staple', (1.25, 0.055, 0.045), (x + 0.1 * (-1) ** k, y + 2.22, top + 0.118), steel, 0.018, rot=(0, 0, R(3 * (-1) ** k)))
        mark(x - 2.1, -5.45, 1.5, 0.15)
        mark(x - 2.1, -5.85, 2.4, 0.07)
        mark(x - 2.1, -6.15, 1.9, 0.07)
        for sx, sy, w, h in ((0, -0.3, 0.6, 0.04), (0, 0.3, 0.6, 0.04), (-0.3, 0, 0.04, 0.64), (0.3, 0, 0.04, 0.64)):
            box('box', (w, h, 0.006), (x + 1.75 + sx, -5.72 + sy, top + 0.003), ink, 0)
        if k == 1:
            tick = tube('tick', [(x + 1.55, -5.7, 0), (x + 1.7, -5.92, 0), (x + 1.72, -5.92, 0), (x + 2.25, -5.2, 0)], 0.05, copper, 6)
            tick.location.z, tick.scale.z = top + 0.010, 0.08
    # the heading's marks
    for y, w, h in ((5.7, 4.4, 0.26), (5.0, 6.2, 0.08), (4.6, 5.4, 0.08), (4.2, 5.9, 0.08), (3.8, 3.2, 0.08)):
        mark(-10.1, y, w, h)
    # the original: a coarser cloth, frayed where it was cut from its garment
    cx, cy, ow, oh, tilt = 3.9, 6.0, 12.4, 8.2, R(-4)
    orig, th = woven('orig', '#1f7570', 25), thread_m('loose', '#1f7570')

    def drop(x, y):
        wy = cy + x * math.sin(tilt) + y * math.cos(tilt)
        q = max(0.0, min(1.0, (wy - H / 2) / 2.2))
        lift = 5 * max(0.0, x / ow + y / oh - 0.55) ** 2 + 2.2 * max(0.0, y / oh - x / ow - 0.62) ** 2 + 0.09 * (1 + mnoise.noise((x * 0.28 + y * 0.1, y * 0.3, 9))) * min(1.0, y / oh + 0.5)
        return 0.03 + (top - 0.01) * (1 - q * q * (3 - 2 * q)) + lift

    o = cloth('original', ow, oh, orig, (cx, cy, 0), math.degrees(tilt), drop, thick=0.06)
    for sg in (-1, 1):
        for k in range(84):
            x = ow * (-0.495 + 0.99 * k / 83)
            p = Vector((x, sg * (oh / 2 - 0.02), drop(x, sg * oh / 2) + 0.035))
            q, b = rnd.uniform(0.10, 0.30), rnd.uniform(-0.07, 0.07)
            t = tube('loose', [p, p + Vector((b, sg * q * 0.6, 0.005)), p + Vector((b * 2.5, sg * q, -0.012))], 0.016, th, 3)
            t.parent = o
    for x in (-4.2, 4.0):
        box('staple', (1.25, 0.055, 0.045), (cx + x, cy - 3.55 - x * 0.07, top + 0.125), steel, 0.018, rot=(0, 0, R(-6 + x)))
    # fold-back clip on card and order: a black spring, two wire arms laid flat
    x0 = -7.4
    V = [(x0 + sx * 1.25, H / 2 - 0.75 + q, 0.09 + z * 0.85) for sx in (-1, 1) for q, z in ((0, 0.10), (1.05, 0.48), (1.12, 0.40), (1.12, -0.02), (1.05, -0.095), (0.4, -0.095))]
    n = 6
    clip = obj_from('clip', V, [(k, k + 1, n + k + 1, n + k) for k in range(n - 1)], black)
    m = clip.modifiers.new('s', 'SOLIDIFY')
    m.thickness, m.offset = 0.05, 1
    tube('lip', [(x0 - 1.25, H / 2 - 0.75, top + 0.05), (x0, H / 2 - 0.75, top + 0.05), (x0 + 1.25, H / 2 - 0.75, top + 0.05)], 0.06, black, 2)
    arm = [(-0.80, -0.72), (-0.80, -1.0), (-0.46, -2.0), (-0.40, -2.5), (0, -2.85), (0.40, -2.5), (0.46, -2.0), (0.80, -1.0), (0.80, -0.72)]
    tube('arm', spline([(x0 + x, H / 2 + y, top + 0.085) for x, y in arm], 60), 0.075, metal('wire', '#c79a4a', 0.28), 2)
    for o in set(bpy.data.objects) - before:
        if not o.parent:
            o.parent = e
    e.location = (0.2, -0.9, 0)
    e.rotation_euler = (0, 0, R(-5))
    grey = M('grey', '#8d908f', 0.85, spec=0.2)
    grey.bump(grey.noise(grey.coords('Object'), 9, 6), 0.12, 0.02)
    obj_from('booth', [(-60, -40, 0), (60, -40, 0), (60, 60, 0), (-60, 60, 0)], [(0, 1, 2, 3)], grey.m)
    area('key', (-17, 11, 17), (0, 0, 0), 9, 7200, '#fff6ea')
    area('rim', (16, 12, 10), (0, 0, 0), 4, 1500, '#ffffff', 12)
    area('fill', (4, -20, 14), (0, 0, 0), 12, 900, '#eef4ff')
    world('#f2f4f2', 0.25)
    focus((1.5, -21.4, 25.2), (0.2, -0.8, 0.0), 39.4, (0.0, -3.0, 0.2), 1.6)


def printed(img):
    b = M(img, '#ffffff', 0.82, spec=0.2)
    im = b.n.new('ShaderNodeTexImage')
    im.image = bpy.data.images.load(f'{CACHE}/tex/{img}.png')
    b.link(b.coords('UV'), im.inputs[0])
    b.link(im.outputs[0], b.p.inputs['Base Color'])
    b.bump(b.noise(b.coords('Object'), 20, 5), 0.06, 0.02)
    return b.m


def scene_leadtimes():
    """a planner's sheet: six working days, four weeks; each trim lies on the day it is due, the carton on the last"""
    W, H = 34.2, 23.4
    brass, oak = metal('brass', '#bd9148', 0.31), wood('oak', '#c99d68', '#a67c4c', 0.55, 'Z', 0.40, bump=0.04)

    def sheet(u, v):  # flat where things lie; its far right corner curls
        x, y = (u - 0.5) * W, (v - 0.5) * H
        q = max(0.0, (x / W + y / H - 0.80) / 0.20)
        return (x, y, 0.03 + 1.1 * q * q)

    v, f = grid(120, 90, sheet)
    o = obj_from('sheet', v, f, printed('calendar'), True)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        c = o.data.vertices[lp.vertex_index].co
        uv.data[lp.index].uv = (c.x / W + 0.5, c.y / H + 0.5)
    z = 0.035
    day = lambda r, c, dx=0.0, dy=0.0: (-W / 2 + (90 + 350 * (c + 0.5)) * W / 2280 + dx, H / 2 - (240 + 310 * (r + 0.5)) * H / 1560 + dy)
    # thread, 57 mm high
    spool(*day(0, 0, 0.3, -0.2), z, '#1d6e69', oak, 1.75, seed=5)
    # four buttons of 18 mm
    me = button_mesh('b', 0.9, 0.26, 4, 'rim')
    tint = resin('tint', '#1f7a73', '#14625f')
    for k, (x, y) in enumerate(((-1.15, 0.75), (1.05, 0.95), (-0.85, -1.25), (1.2, -1.05))):
        inst(me, (*day(0, 3, x, y), z), (0, 0, k * 1.3), 1, 'b', tint)
    # a woven label, 50 mm long, its ends folded under
    x, y = day(1, 1, 0, -0.1)
    label('label', labelm('lb', 'label1', 2.4, 5.0, 0.72), x, y, R(96), 2.4, 5.0, z, 0.16, 3)
    # a zipper wound up on its edge; its end runs out flat, the slider lifting it a little
    zx, zy = day(1, 4, 0.2, 0.2)
    C, Wd = roll(zx, zy, 0.70, 2.62, 0.46, 2.8, R(52), 7.2, -0.02, 3.2, z + 0.02, 5)
    Nn = [w.cross((C[min(len(C) - 1, i + 1)] - C[max(0, i - 1)]).normalized()).normalized() for i, w in enumerate(Wd)]
    at = len(C) - 15
    for i, c in enumerate(C):
        c.z += 0.16 * math.exp(-(((i - at) * 0.12 / 2.4) ** 2)) * abs(Nn[i].z)
    L = [0.0]
    for q, c in zip(C, C[1:]):
        L.append(L[-1] + (c - q).length)
    zipper('z', C, twill('zt', '#8a4522', 62), brass, Nn, w=1.20, sc=0.92, stop=(L[at] - 0.4, L[-1]), fine=True)
    d = (C[at + 1] - C[at - 1]).normalized()
    slider(brass, C[at] + Vector((0, 0, 0.02)), math.atan2(d.y, d.x) - math.pi / 2, 0.92, 24, 4)
    # a short roll of elastic
    ex, ey = day(2, 2, 0.1, -0.2)
    C, Wd = roll(ex, ey, 0.50, 8, 0.15, 1.5, 1.2, 0, 0, 3, z + 0.03, 6)
    strip('elastic', C, Wd, 1.5, weave('el', '#efe6d6', 7, 30, 0.8, 0.6, 0.8, 0.02, ('#1d6e69', 0.6, 0.9)), 7, 0.12)
    # the carton, small enough for a cell
    carton(*day(3, 4, 0.1, 0.1), 15.5, 11.5, 9.5, -8, '#b98a58', z).scale = (0.28,) * 3
    # a pencil: six flats, a bare cone, its lead, and a brass ferrule
    pz = 0.31
    paint = M('paint', '#0f4a4b', 0.3, spec=0.5, clearcoat=0.5).m
    e = bpy.data.objects.new('pencil', None)
    bpy.context.collection.objects.link(e)
    for o in (
        lathe('hex', [(0, 0), (pz / math.cos(R(30)), 0), (pz / math.cos(R(30)), 13.6), (0, 13.6)], paint, (0, 0, 0), 6, False),
        lathe('bare', [(0, 13.59), (pz * 0.99, 13.59), (pz * 0.99, 13.62), (0.10, 15.5), (0, 15.5)], wood('cedar', '#d8b07c', '#b98a58', 2, 'Z', 0.6), (0, 0, 0), 40),
        lathe('lead', [(0.10, 15.48), (0.095, 15.5), (0.025, 15.95), (0, 15.97)], plain('lead', '#2c2f31', 0.4), (0, 0, 0), 24),
        lathe('ferrule', [(0.30, 0.3)] + [(0.335 + 0.02 * (k % 2), 0.25 - 0.12 * k) for k in range(8)] + [(0.30, -0.75)], brass, (0, 0, 0), 40),
        lathe('end', [(0.29, -0.7), (0.30, -1.5), (0.24, -1.62), (0, -1.65)], plain('end', '#a85722', 0.7), (0, 0, 0), 40),
    ):
        o.parent = e
    e.location = (-12.9, -11.7, z + pz)
    e.rotation_euler = (R(90), 0, R(94))
    bench(y=40)
    area('key', (-20, 13, 19), (0, 0, 0), 9, 7800, '#fff1de')
    area('rim', (20, 14, 12), (0, 0, 0.5), 5, 2200, '#fff7ea', 12)
    area('fill', (5, -24, 16), (0, 0, 0), 14, 1100, '#eaf2ff')
    world('#f2efe8', 0.28)
    focus((1.5, -30.5, 42.0), (0.0, -0.35, 0.0), 49.5, (0.5, -1.5, 0.6), 1.5)


def scene_materials():
    """a card of other materials: buttons of corozo, coconut, wood and shell in three sizes, sewn on recycled board; a tag on
    paper cord, thread and ribbon beside it"""
    board = kraft_m('board', '#b8946a')
    speck = board.noise(board.coords('Object'), 26, 3, 0.8)
    base = board.p.inputs['Base Color'].links[0].from_socket
    board.set('Base Color', board.mix(board.math('MULTIPLY', board.math('GREATER_THAN', speck, 0.63), 0.55), base, '#5d4a36'))
    ink, cord = plain('ink', '#33413f', 0.9), thread_m('sewn', '#efe4cf')
    W, H, top = 19.0, 13.0, 0.20
    e = bpy.data.objects.new('card', None)
    bpy.context.collection.objects.link(e)
    before = set(bpy.data.objects)
    box('card', (W, H, 0.16), (0, 0, top - 0.08), board.m, 0.03)
    corozo = resin('corozo', '#d9b98a', '#b08a58', 0, 0.32, 0.7, 0.2)
    coco = M('coco', '#5a3a24', 0.5, spec=0.35)
    n = coco.noise(coco.coords('Object', (9, 2.2, 4)), 3.2, 7, 0.75)
    coco.set('Base Color', coco.ramp(n, [(0.36, '#2c1a10'), (0.5, '#5f3d25'), (0.62, '#8a6340'), (0.72, '#b98f63')]))
    coco.bump(n, 0.2, 0.01)
    beech = wood('beech', '#d6a873', '#a9743f', 1.6, 'X', 0.45, bump=0.05)
    shell = pearl('shell')
    for k, (m, style) in enumerate(((corozo, 'rim'), (coco.m, 'step'), (beech, 'bowl'), (shell, 'step'))):
        x = -6.6 + 4.4 * k
        for j, (y, r) in enumerate(((3.2, 1.25), (0.0, 0.95), (-2.6, 0.72))):
            th = 0.34 - 0.04 * j
            me = button_mesh('b', r, th, 2, style)
            rz = rnd.uniform(-0.25, 0.25)
            inst(me, (x, y, top + 0.01), (0, 0, rz), 1, 'b', m)
            h = top + 0.01 + th * 0.62
            d = Vector((math.cos(rz), math.sin(rz), 0)) * r * 0.2
            for q in (-0.035, 0.0, 0.035):
                off = Vector((-d.y, d.x, 0)).normalized() * q
                p = Vector((x, y, 0)) + off
                tube('sew', [p - d + Vector((0, 0, top + 0.05)), p - d + Vector((0, 0, h + 0.01)), p - d * 0.6 + Vector((0, 0, h + 0.035)), p + d * 0.6 + Vector((0, 0, h + 0.035)), p + d + Vector((0, 0, h + 0.01)), p + d + Vector((0, 0, top + 0.05))], 0.02, cord, 4)
        for y, w, t in ((-4.3, 2.6, 0.16), (-4.75, 1.9, 0.07), (-5.1, 2.3, 0.07)):
            box('mark', (w, t, 0.006), (x - 1.3 + w / 2, y, top + 0.003), ink, 0)
    for y, w, t in ((5.55, 5.2, 0.24),):
        box('mark', (w, t, 0.006), (-7.9 + w / 2, y, top + 0.003), ink, 0)
    for o in set(bpy.data.objects) - before:
        if not o.parent:
            o.parent = e
    e.location = (-1.2, -0.3, 0)
    e.rotation_euler = (0, 0, R(6))
    t = hang_tag('tag2', 3.4, 6.0, (10.6, -1.6, 0.06), (R(1.0), R(-1.5), R(-16)), metal('brass', '#bd9148', 0.31))
    paper = plain('papercord', '#c7a676', 0.95, 0.4, 30)
    hole = Vector((10.6, -1.6, 0.1)) + Vector((math.sin(R(16)), math.cos(R(16)), 0)) * 2.5
    twine([hole + Vector((0, 0, -0.02)), hole + Vector((0.1, 0.5, 0.14)), hole + Vector((0.9, 2.0, 0.08)), hole + Vector((0.3, 3.8, 0.08)), hole + Vector((-1.4, 4.2, 0.08)), hole + Vector((-1.7, 2.8, 0.08)), hole + Vector((-0.4, 1.2, 0.1)), hole + Vector((0.15, 0.3, 0.2)), hole + Vector((1.2, -0.3, 0.12)), hole + Vector((2.3, 0.4, 0.07))], 0.085, paper, 0.34)
    oak = wood('oak', '#c99d68', '#a67c4c', 0.55, 'Z', 0.40, bump=0.04)
    spool(-9.2, 8.6, 0.0, '#1d6e69', oak, 1.15, seed=5)
    spool(-6.2, 9.3, 0.0, '#e9dcc0', oak, 1.15, seed=8)
    C, Wd = roll(5.2, 9.6, 0.55, 13, 0.10, 1.5, 1.2, 0, 0, 3, 0.03, 6)
    strip('ribbon', C, Wd, 1.5, silk('rib', '#a85722', 0.36), 7, 0.085)
    cloth_ground('#17595a', '#0f4648', 46, 90, 0.02)
    area('key', (-18, 11, 16), (0, 0, 0), 8, 8200, '#fff1de')
    area('rim', (18, 12, 11), (0, 0, 0.5), 5, 2600, '#fff7ea', 12)
    area('fill', (5, -22, 16), (0, 0, 0), 14, 1200, '#eaf2ff')
    world('#f2efe8', 0.28)
    focus((1.2, -23.5, 25.5), (0.9, 1.0, 0.0), 44.5, (0.0, -0.5, 0.3), 1.3)
