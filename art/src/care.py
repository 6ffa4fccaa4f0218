# a care label sewn into a seam: printed satin, the topstitching beside it; 1 unit = 1 cm
from trims import *


def scene_care():
    cloth = woven_cloth('#1f5f5c')
    seam = 1.9

    def panel(y0, y1, z, mat, fold=False):
        """cloth lying flat, its lower edge turned under if folded"""

        def fx(u, v):
            x, y = (u - 0.5) * 30, y0 + (y1 - y0) * v
            q = max(0.0, 1 - (y - y0) / 0.16) if fold else 0.0
            return (x, y, z + 0.05 * mnoise.noise((x * 0.22, y * 0.3, 4)) + 0.02 * mnoise.noise((x * 0.9, y * 0.9, 7)) - (z + 0.02) * q * q)

        v, f = grid(200, 120, fx)
        o = obj_from('panel', v, f, mat, True)
        uv = o.data.uv_layers.new()
        for lp in o.data.loops:
            c = o.data.vertices[lp.vertex_index].co
            uv.data[lp.index].uv = (c.x, c.y)
        return o

    panel(-14, seam + 2, 0.0, cloth)
    panel(seam, 16, 0.20, cloth, True)
    st = thread_m('st', '#d9a441')
    for y in (seam + 0.26, seam + 0.86):
        for k in range(90):
            x = -15 + k * 0.335
            tube('stitch', [(x, y, 0.21), (x + 0.03, y, 0.275), (x + 0.13, y, 0.295), (x + 0.23, y, 0.275), (x + 0.26, y, 0.21)], 0.040, st, 3)

    def label(img, x, w, l, rz, lift, seed, tint='#f7f4ec'):
        b = M('satin' + img, tint, 0.42, spec=0.4)
        b.p.inputs['Sheen'].default_value = 0.3
        im = b.n.new('ShaderNodeTexImage')
        im.image = bpy.data.images.load(f'{CACHE}/tex/{img}.png')
        b.link(im.outputs[0], b.p.inputs['Base Color'])
        sx = b.n.new('ShaderNodeSeparateXYZ')
        b.link(b.coords('UV', (w, l, 1)), sx.inputs[0])
        ribs = b.math('SINE', b.math('MULTIPLY', sx.outputs[1], 110))
        b.bump(b.math('ADD', ribs, b.noise(b.coords('UV', (w * 30, l * 2, 1)), 2, 4)), 0.18, 0.01)
        nx, ny = 40, 90

        def fx(u, v):
            d = (1 - v) * l
            z = 0.16 + 0.05 * math.sin(d * 1.2 + seed) * min(1, d) + lift * (d / l) ** 2.6 + 0.10 * ((u - 0.5) * 2) ** 2 * (d / l) * math.cos(seed)
            return ((u - 0.5) * w, -d, max(0.05, z))

        v, f = grid(nx, ny, fx)
        o = obj_from('label', v, f, b.m, True, (x, seam + 0.3, 0), (0, 0, R(rz)))
        uv = o.data.uv_layers.new()
        for lp in o.data.loops:
            q = lp.vertex_index
            uv.data[lp.index].uv = ((q % nx) / (nx - 1), (q // nx) / (ny - 1))
        m = o.modifiers.new('s', 'SOLIDIFY')
        m.thickness = 0.022

    label('care', 0.3, 4.6, 6.2, -2.5, 1.0, 1.0)
    label('label1', -4.3, 2.3, 2.9, 2.0, 0.35, 2.2)
    area('key', (-8, 4, 8), (0, 0, 0), 4.5, 1500, '#fff2e0')
    area('rim', (8, 6, 4), (0, 0, 0.2), 2.4, 620, '#ffffff', 6)
    area('fill', (3, -10, 6), (0, 0, 0), 7, 190, '#eaf2ff')
    world('#fff4e6', 0.26)
    focus((1.6, -9.4, 8.6), (-0.9, -0.55, 0.2), 52, (0.3, -1.4, 0.3), 0.5)


def woven_cloth(c):
    """plain weave with slubs, in UV space"""
    b = M('cloth', c, 0.95, spec=0.15)
    b.p.inputs['Sheen'].default_value = 0.45
    v = b.coords('UV')
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    wob = b.math('MULTIPLY', b.noise(v, 1.4, 3), 0.06)
    h = weave_height(b, *(b.math('MULTIPLY', b.math('ADD', sx.outputs[k], wob), 46) for k in (0, 1)))
    slub = b.noise(b.coords('UV', (1.2, 14, 1)), 2.0, 4)
    b.bump(b.math('ADD', h, slub), 0.7, 0.03)
    b.set('Base Color', b.mix(b.math('ADD', b.math('MULTIPLY', h, 0.55), b.math('MULTIPLY', slub, 0.5)), dark(c, 0.62), hexc(c)))
    return b.m
