# what a room's window looks at: roofs and flats of the neighbours, trees between them, painted by emission and so without noise
from lib import *


def haze(b, colour, far, sky):
    """mix towards the colour of the horizon with the distance"""
    d = b.n.new('ShaderNodeCameraData').outputs['View Distance']
    f = b.math('SUBTRACT', 1.0, b.math('POWER', 2.718, b.math('MULTIPLY', d, -1 / far)))
    return b.mix(f, colour, sky)


def shine(b, colour, strength):
    e = b.n.new('ShaderNodeEmission')
    b.link(colour, e.inputs[0])
    e.inputs[1].default_value = strength
    b.link(e.outputs[0], b.out.inputs['Surface'])
    b.m.cycles.sample_as_light = False
    return b.m


def lit(b, sun, smooth=False):
    """how much of the painted sun a face gets"""
    n = b.n.new('ShaderNodeNewGeometry').outputs['Normal' if smooth else 'True Normal']
    d = b.node('ShaderNodeVectorMath')
    d.operation = 'DOT_PRODUCT'
    b.link(n, d.inputs[0])
    d.inputs[1].default_value = Vector(sun).normalized()
    m = b.n.new('ShaderNodeMath')
    m.operation = 'MAXIMUM'
    b.link(d.outputs['Value'], m.inputs[0])
    return m.outputs[0], n


def view(dusk):
    sky, sun = ('#e3a98c', (0.2, -0.3, 0.9)) if dusk else ('#eef1ee', (0.45, -0.75, 0.75))
    power = 0.42 if dusk else 1.05
    rnd = random.Random(12)
    quiet = []

    def wall_m(name, colour):
        b = M(name, colour)
        f, nor = lit(b, sun)
        co = b.n.new('ShaderNodeSeparateXYZ')
        b.link(b.coords('Object'), co.inputs[0])
        ns = b.n.new('ShaderNodeSeparateXYZ')
        b.link(nor, ns.inputs[0])
        # the axis along the wall: y on faces that look along x
        along = b.math('GREATER_THAN', b.math('ABSOLUTE', ns.outputs[0]), 0.5)
        u = b.math('ADD', b.math('MULTIPLY', along, co.outputs[1]), b.math('MULTIPLY', b.math('SUBTRACT', 1.0, along), co.outputs[0]))
        side = b.math('LESS_THAN', b.math('ABSOLUTE', ns.outputs[2]), 0.5)
        cu, cz = b.math('DIVIDE', u, 2.4), b.math('DIVIDE', co.outputs[2], 3.1)
        fu, fz = b.math('FRACT', b.math('ADD', cu, 100)), b.math('FRACT', b.math('ADD', cz, 100))
        inside = lambda q, lo, hi: b.math('MULTIPLY', b.math('GREATER_THAN', q, lo), b.math('LESS_THAN', q, hi))
        win = b.math('MULTIPLY', side, b.math('MULTIPLY', inside(fu, 0.24, 0.76), inside(fz, 0.30, 0.78)))
        frame = b.math('MULTIPLY', win, b.math('ADD', inside(fu, 0.485, 0.515), b.math('LESS_THAN', fz, 0.33)))
        eave = b.math('MULTIPLY', side, inside(fz, 0.78, 0.90))
        cell = b.n.new('ShaderNodeCombineXYZ')
        b.link(b.math('FLOOR', cu), cell.inputs[0])
        b.link(b.math('FLOOR', cz), cell.inputs[1])
        b.link(along, cell.inputs[2])
        wn = b.n.new('ShaderNodeTexWhiteNoise')
        b.link(cell.outputs[0], wn.inputs[0])
        stain = b.noise(b.coords('Object', (0.5, 0.5, 0.12)), 1.0, 5)
        c = b.mix(b.math('MULTIPLY', stain, 0.4), hexc(colour) if isinstance(colour, str) else colour, '#57545a' if dusk else '#8f8a80')
        c = b.mix(b.math('MULTIPLY', eave, 0.35), c, '#4a4640')
        shade = b.math('ADD', 0.36, b.math('MULTIPLY', f, 0.74))
        cs = b.n.new('ShaderNodeCombineXYZ')
        for i in range(3):
            b.link(shade, cs.inputs[i])
        c = b.mix(1.0, c, cs.outputs[0], 'MULTIPLY')
        glass = b.ramp(wn.outputs[0], [(0.0, '#33424a'), (0.5, '#56686f'), (0.8, '#8fa3a8'), (1.0, '#c9c2ad')])
        if dusk:
            glass = b.ramp(wn.outputs[0], [(0.0, '#2a2c3c'), (0.50, '#34364a'), (0.53, '#ffc06a'), (0.78, '#ffd9a0'), (1.0, '#fff0d0')])
            glass = b.mix(b.math('MULTIPLY', b.math('GREATER_THAN', wn.outputs[0], 0.53), 0.9), glass, (3.4, 2.0, 0.9, 1), 'ADD')
        c = b.mix(win, c, glass)
        c = b.mix(frame, c, '#d9d5cb' if not dusk else '#57525a')
        return shine(b, haze(b, c, 330, sky), power)

    tones = ('#e2d3bb', '#c58f6d', '#d9d6cc', '#b9c4b4', '#e8e2d4', '#c9b08a', '#a9a49a')
    tint = (0.50, 0.42, 0.62) if dusk else (1, 1, 1)
    walls = [wall_m('flats%d' % k, tuple(q * w for q, w in zip(hexc(c), tint)) + (1,)) for k, c in enumerate(tones)]
    tank = wall_m('tank', '#2f3335')

    def block(x, y, w, d, top, k):
        base = -19
        m = walls[k % len(walls)]
        quiet.append(box('flat', (w, d, top - base), (0, 0, (top - base) / 2), m, 0))
        quiet[-1].location = (x, y, base + (top - base) / 2)
        n = int((top - base) / 3.1)
        near = x > -34
        for i in range(n if near else 0):  # balconies towards the room and the street
            z = base + 3.1 * i + 0.1
            for j in range(max(1, int(d / 5))):
                if (i + j * 3 + k) % 4 != 3:
                    yy = y - d / 2 + 2.5 + 5 * j
                    quiet.append(box('bal', (1.3, 2.6, 0.16), (x + w / 2 + 0.65, yy, z), m, 0))
                    quiet.append(box('par', (0.10, 2.6, 0.85), (x + w / 2 + 1.25, yy, z + 0.5), walls[(k + 2) % 7], 0))
        for s_, l in (((w + 0.3, 0.2, 0.9), (x, y - d / 2, top + 0.35)), ((0.2, d + 0.3, 0.9), (x + w / 2, y, top + 0.35)), ((w * 0.3, d * 0.3, 2.6), (x - w * 0.1, y + d * 0.1, top + 1.3))):
            quiet.append(box('roof', s_, l, m, 0))
        quiet.append(cyl('tank', 0.9, 1.7, (x + w * 0.22, y - d * 0.22, top + 1.2), tank, seg=24, bev=0.1))

    for k, (x, y, w, d, top) in enumerate(
        (
            (-17, 13, 9, 9, -3.2), (-20, 26, 10, 11, 1.5), (-34, 20, 11, 12, 5.6), (-16, 40, 9, 10, -1.0), (-33, 36, 12, 10, 9.6),
            (-48, 30, 13, 13, 3.0), (-52, 52, 14, 14, 15.0), (-30, 54, 12, 12, 3.4), (-64, 40, 14, 16, 10), (-70, 66, 16, 16, 24),
            (-46, 74, 15, 15, 7), (-24, 70, 13, 12, 8), (-86, 92, 20, 18, 33), (-90, 60, 18, 18, 17), (-60, 98, 18, 18, 13),
            (-19, 1, 9, 8, -5.5), (-36, 6, 11, 10, 2.0), (-56, 14, 13, 13, 8.5), (-80, 30, 17, 16, 20), (-28, -12, 11, 11, 4), (-60, -10, 14, 14, 14),
            (-104, 120, 24, 22, 26), (-84, 132, 22, 20, 18), (-44, 110, 18, 16, 12),
        )
    ):
        block(x, y, w, d, top, k)

    green = M('crown', '#5d7d48')
    f, _ = lit(green, sun, True)
    lv = green.math('ADD', green.math('MULTIPLY', green.noise(green.coords('Object'), 1.3, 3), 0.5), green.math('MULTIPLY', green.noise(green.coords('Object'), 7, 6, 0.8), 0.62))
    c = green.ramp(green.math('ADD', green.math('MULTIPLY', f, 0.34), green.math('MULTIPLY', lv, 0.86)), [(0.38, '#16261a'), (0.52, '#3f5f31'), (0.66, '#6d8c48'), (0.80, '#a9b873')] if not dusk else [(0.3, '#141a20'), (0.6, '#27302e'), (0.9, '#3d4640')])
    crown = shine(green, haze(green, c, 330, sky), power)
    for k in range(46):
        x, y = -rnd.uniform(7.5, 40), rnd.uniform(3, 62)
        z = rnd.uniform(-11, -5.5) if x > -16 else rnd.uniform(-9, -2.5)
        if k % 3 == 0:
            x, z = -rnd.uniform(8, 13), rnd.uniform(-5.6, -2.9)
        r = rnd.uniform(1.5, 3.0)
        bm = bmesh.new()
        bmesh.ops.create_icosphere(bm, subdivisions=5, radius=r)
        for v in bm.verts:
            q = v.co * 0.9 + Vector((k * 7, 0, 0))
            v.co *= 1 + 0.26 * mnoise.noise(q) + 0.16 * mnoise.noise(q * 2.6) + 0.05 * mnoise.noise(q * 7.0)
        me = bpy.data.meshes.new('crown')
        bm.to_mesh(me)
        bm.free()
        me.materials.append(crown)
        for q in me.polygons:
            q.use_smooth = True
        o = bpy.data.objects.new('crown', me)
        bpy.context.collection.objects.link(o)
        o.location = (x, y, z)
        quiet.append(o)

    b = M('sky', sky)
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(b.coords('Generated'), sx.inputs[0])
    cl = b.noise(b.coords('Generated', (1, 5, 16)), 2.0, 6, 0.6, 0.6)
    stops = [(0.0, '#e8b08f'), (0.32, '#d99c95'), (0.55, '#8d86ab'), (0.9, '#4a5585')] if dusk else [(0.0, sky), (0.30, sky), (0.50, '#cfdfe8'), (0.85, '#a9c8de')]
    c = b.mix(b.math('MULTIPLY', b.ramp(cl, [(0.45, (0, 0, 0, 1)), (0.75, (1, 1, 1, 1))]), 0.5), b.ramp(sx.outputs[2], stops), '#f6c9a8' if dusk else '#ffffff')
    quiet.append(obj_from('sky', [(-150, -60, -30), (-150, 320, -30), (-150, 320, 110), (-150, -60, 110)], [(0, 1, 2, 3)], shine(b, c, 0.62 if dusk else 1.7)))
    for o in quiet:
        o.visible_diffuse = False
        o.visible_shadow = False
        o.visible_glossy = False
