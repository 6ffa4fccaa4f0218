# soft goods, all made of strips: elastic, ribbon, lace, woven labels
from studio import *


def scene_elastic():
    cols = [
        ('#ece6da', None, 1.9),
        ('#14625f', None, 1.5),
        ('#1d1f22', None, 1.9),
        ('#c46a36', None, 1.1),
        ('#e9e2d3', ('#12494b', 0.45, 0.75, '#12494b', 1.15, 1.45), 1.9),
        ('#17304d', None, 1.3),
        ('#d9a441', None, 0.9),
    ]
    spec = [
        (0, -1.6, -1.0, 0.9, 13, 0, -0.6, 0, 0),
        (1, 2.7, -0.3, 0.75, 12, 0.0, -1.2, 0, 0),
        (2, 0.9, 3.3, 0.9, 12, 0, -1.9, 0, 0),
        (4, -4.4, 2.6, 0.9, 14, 0, -0.4, 0, 0),
        (3, 5.4, 2.9, 0.6, 15, 0, 2, 0, 0),
        (5, 4.6, 6.4, 0.8, 14, 0, 0, 0, 0),
        (6, -1.9, 6.2, 0.8, 13, 0, 0, 0, 0),
        (0, -7.2, 6.5, 0.8, 14, 0, 0, 0, 0),
        (3, 1.5, 8.6, 0.8, 13, 0, 0, 0, 0),
        (1, -5.2, -3.4, 0.7, 10, 0, 1, 0, 0),
    ]
    for k, (c, x, y, r0, t, z, a0, tail, bend) in enumerate(spec):
        col, st, w = cols[c]
        m = weave('el%d' % k, col, 5.5, 20, 0.8, 0.6, 0.8, 0.035, st)
        C, W = roll(x, y, r0, t, 0.115, w, a0 + k, tail, bend, 2.6, 0, k)
        strip('el%d' % k, C, W, w, m, 8, 0.095)
    # loose lengths in the foreground
    for k, (c, x, y, an, cv) in enumerate(
        ((1, -6.5, -5.1, 0.22, 0.5), (4, -5.5, -6.9, 0.10, 0.35), (3, 1.2, -5.6, 0.35, -0.5))
    ):
        col, st, w = cols[c]
        C, W = lay(x, y, an, 13, 0.07, 0.05, 0.05, k, 0.15, cv)
        strip('lo%d' % k, C, W, w, weave('lo%d' % k, col, 5.5, 20, 0.8, 0.6, 0.8, 0.035, st), 8, 0.09)
    cloth_ground('#e6dccb', '#cbbda6')
    studio(230, 140, 30)
    focus((3.2, -11.5, 8.4), (-0.1, 0.2, 0.6), 52, (-0.3, -2.6, 1.3), 0.5)


def scene_ribbon():
    cols = ['#0f4a4b', '#c46a36', '#efe4cf', '#2f8a84', '#d9a441', '#7a2f33', '#17304d', '#e8c9b6']
    ms = [satin('sat%d' % i, c) for i, c in enumerate(cols)]
    ms[2] = weave('gros', cols[2], 0.6, 34, 0.8, 0.6, 0.6, 0.03, alpha=1)
    ms[4] = weave('gros2', cols[4], 0.6, 34, 0.8, 0.6, 0.6, 0.03, alpha=1)  # two grosgrains
    # horseshoe loops ("ribbon candy"): heading th = A cos(s), swept with the width across
    for k, (c, y, x0, Lp, ph, w) in enumerate(
        (
            (0, -2.3, -8.5, 4.6, 0.4, 1.5),
            (4, -0.5, -8.5, 3.9, 2.0, 1.3),
            (2, 1.4, -8.5, 5.0, 3.1, 1.6),
            (1, 3.3, -8.5, 4.4, 1.0, 1.5),
            (3, 5.2, -8.5, 4.8, 4.2, 1.5),
            (5, 7.1, -8.5, 5.2, 2.4, 1.5),
            (6, 9.0, -9, 5.2, 0.8, 1.6),
        )
    ):
        C = []
        W = []
        x = x0
        z = 0
        ds = 0.06
        for i in range(int(44 / ds)):
            t = i * ds / Lp * 2 * math.pi + ph
            A = 1.72 + 0.16 * mnoise.noise((t * 0.16, k * 2.7, 0))
            th = A * math.cos(t)
            x += ds * math.cos(th)
            z += ds * math.sin(th)
            C.append(Vector((x, y + 0.22 * math.sin(t * 0.21 + k), z)))
            W.append(Vector((0.13 * math.sin(t * 0.33 + k), 1, 0.08 * math.sin(t * 0.29 + k))).normalized())
        for q in range(3):  # keep every valley on the table
            n = len(C)
            win = int(Lp / ds * 0.5)
            lo = [min(c.z for c in C[max(0, i - win) : i + win + 1]) for i in range(0, n, 8)]
            C = [Vector((p.x, p.y, p.z - 0.9 * lo[min(len(lo) - 1, i // 8)])) for i, p in enumerate(C)]
        mz = min(p.z for p in C)
        C = [Vector((p.x, p.y, p.z - mz + 0.03)) for p in C]
        strip('rib%d' % k, C, W, w, ms[c], 7, 0.022)
    # rolls standing in front and at the side
    for k, (c, x, y, r0, t, w) in enumerate(
        ((1, 4.1, -5.0, 0.7, 16, 1.6), (3, -5.0, -5.1, 0.7, 14, 1.3), (7, -0.3, -5.5, 0.6, 13, 1.1))
    ):
        C, W = roll(x, y, r0, t, 0.055, w, k * 2.1, 0, 0, 3, 0, k + 30)
        strip('rr%d' % k, C, W, w, ms[c], 5, 0.03)
        cyl('core%d' % k, r0 - 0.06, w * 0.96, (x, y, w / 2), plain('kraftcore', '#b98f63', 0.85))
    cloth_ground('#ece3d4', '#d2c6b1')
    studio(210, 150, 30)
    focus((2.4, -12.6, 7.8), (-0.1, 0.2, 0.6), 50, (0.2, -3.4, 1.3), 0.5)


def scene_lace():
    a1 = lacem('lac1', 'lace1', '#f7f2e8', 2.6, 3.4)
    a2 = lacem('lac2', 'lace2', '#f3ead8', 1.6, 2.2)
    a3 = lacem('lac3', 'lace1', '#e9d3bb', 2.0, 2.6)
    a4 = lacem('lac4', 'lace2', '#fbf8f2', 1.2, 1.7)
    an = 0.52
    for k, (m, w, off, cv, l) in enumerate(
        (
            (a1, 3.4, -1.7, 0.10, 0),
            (a2, 2.2, 1.9, -0.06, 0),
            (a3, 2.6, 4.9, 0.10, 0),
            (a4, 1.7, -4.9, 0.12, 0),
            (a1, 3.4, 8.6, 0.05, 0),
            (a2, 2.2, -7.4, 0.08, 0),
        )
    ):
        C, W = lay(-10 - off * math.sin(an), -5.6 + off * math.cos(an), an, 24, 0.06, 0.03, 0.10, k + 2, 0.12, cv)
        strip('lace%d' % k, C, W, w, m, 24, 0)
    cloth_ground('#0f4a4b', '#0a3638', 34, 44, 0.02)
    studio(240, 150, 34)
    focus((1.8, -9.6, 8.2), (-0.2, -0.2, 0.1), 56, (-0.2, -1.2, 0.2), 0.6)


def scene_label():
    w, l = 2.5, 3.9
    ms = [labelm('lb%d' % i, 'label%d' % i, w, l, 0.72) for i in range(6)]
    k = 0
    for row in range(-3, 6):
        for col in range(-4, 5):
            x = col * 2.72 + (row % 2) * 1.3 + rnd.uniform(-0.12, 0.12)
            y = row * 4.15 + (col % 2) * 0.5 + rnd.uniform(-0.15, 0.15)
            c, s_ = math.cos(-0.42), math.sin(-0.42)
            if rnd.random() < 0.04 and row > -1:
                continue
            label(
                'la%d' % k,
                ms[(row * 2 + col * 5) % 6],
                x * c - y * s_,
                x * s_ + y * c,
                math.pi / 2 - 0.42 + rnd.uniform(-0.09, 0.09),
                w,
                l,
                0.02 + 0.0 * k,
                rnd.uniform(0.05, 0.2),
                k,
            )
            k += 1
    for j, (x, y, i, an) in enumerate(
        ((-3.1, 1.2, 0, 0.5), (2.6, -1.9, 4, -0.9), (3.9, 4.3, 2, 0.3), (-1.2, -3.0, 3, 1.2), (0.5, 3.1, 5, -0.4))
    ):
        label('lt%d' % j, ms[i], x, y, math.pi / 2 + an, w, l, 0.20, 0.14, j + 60)
    C, W = roll(4.6, 1.6, 0.75, 13, 0.075, 2.0, 1, 0, 0, 3, 0.12, 3)
    strip('lroll', C, W, 2.0, labelm('lbr', 'label1', 2.0, 3.1, 0, True), 6, 0.05)
    cloth_ground('#e9e0d1', '#cfc2ac')
    studio(225, 140, 30)
    focus((2.2, -10.6, 8.6), (0.2, 0.2, 0.1), 56, (0, -1.3, 0.3), 0.5)


# strips: a band swept along a centre line; UV in cm (u across, v along)
def strip(name, C, Wd, width, mat, nu=7, thick=0.04, cup=0.0, seg=0):
    n = len(C)
    V = []
    F = []
    UV = []
    L = 0
    vs = []
    for i in range(n):
        if i:
            L += (C[i] - C[i - 1]).length
        t = (C[min(n - 1, i + 1)] - C[max(0, i - 1)]).normalized()
        nn = t.cross(Wd[i])
        for k in range(nu):
            u = k / (nu - 1) - 0.5
            V.append(C[i] + Wd[i] * width * u + nn * cup * (u * u * 4 - 1))
            vs.append(((u + 0.5) * width, L))
    for i in range(n - 1):
        for k in range(nu - 1):
            F.append((i * nu + k, i * nu + k + 1, (i + 1) * nu + k + 1, (i + 1) * nu + k))
    o = obj_from(name, V, F, mat, True)
    uv = o.data.uv_layers.new()
    for lp in o.data.loops:
        uv.data[lp.index].uv = vs[lp.vertex_index]
    if thick:
        m = o.modifiers.new('s', 'SOLIDIFY')
        m.thickness = thick
        m.offset = 0
    return o


def roll(cx, cy, r0, turns, pitch, width, a0=0, tail=0, bend=0.0, flat=3.0, z0=0, seed=1):
    """spiral lying on its side; the tail leaves along the tangent and lies down over `flat` cm"""
    C = []
    W = []
    n = int(turns * 56)
    wob = random.Random(seed)
    for i in range(n + 1):
        th = a0 + 2 * math.pi * i / 56
        r = r0 + pitch * i / 56 + 0.012 * mnoise.noise((i * 0.11, seed, 0))
        dz = 0.035 * mnoise.noise((i / 56 * 0.9, seed * 2.3, 4))
        C.append(Vector((cx + r * math.cos(th), cy + r * math.sin(th), z0 + width / 2 + dz)))
        W.append(Vector((0, 0, 1)))
    if tail:
        t = C[-1] - C[-2]
        ang = math.atan2(t.y, t.x)
        p = C[-1].copy()
        m = int(tail / 0.12)
        for i in range(1, m + 1):
            s_ = i * 0.12
            ang += bend * 0.12 * (1 if s_ < tail * 0.5 else -0.8) + 0.03 * mnoise.noise((s_ * 0.5, seed, 7))
            p = p + Vector((math.cos(ang), math.sin(ang), 0)) * 0.12
            ph = min(1, s_ / flat)
            ph = ph * ph * (3 - 2 * ph) * math.pi / 2
            N = Vector((math.sin(ang), -math.cos(ang), 0))
            W.append((Vector((0, 0, 1)) * math.cos(ph) + N * math.sin(ph)).normalized())
            C.append(
                Vector(
                    (
                        p.x,
                        p.y,
                        z0 * (1 - ph / 1.571)
                        + 0.04
                        + width / 2 * math.cos(ph)
                        + 0.05 * math.sin(ph) * (1 + mnoise.noise((s_ * 0.45, seed, 2))) * 1.2,
                    )
                )
            )
    return C, W


def weave(
    name, color, ribs=7, cross=26, rough=0.75, sheen=0.5, strength=0.7, dist=0.03, stripe=None, spec=0.3, alpha=0.35
):
    """knitted/woven band: lengthwise ribs x cross threads in UV space; stripe=(colour,u0,u1,...) coloured bands across the width"""
    b = M(name, color, rough, spec=spec)
    b.p.inputs['Sheen'].default_value = sheen
    v = b.coords('UV')
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    u, w = sx.outputs[0], sx.outputs[1]
    r = b.math('ABSOLUTE', b.math('SINE', b.math('MULTIPLY', u, ribs * math.pi)))
    r = b.math('POWER', r, 0.6)
    ph = b.math('MULTIPLY', b.math('FLOOR', b.math('MULTIPLY', u, ribs)), 1.5708)
    cr = b.math('ABSOLUTE', b.math('SINE', b.math('ADD', b.math('MULTIPLY', w, cross), ph)))
    nz = b.noise(b.coords('Object'), 26, 3)
    h = b.math(
        'ADD', b.math('MULTIPLY', r, 0.65), b.math('ADD', b.math('MULTIPLY', cr, alpha), b.math('MULTIPLY', nz, 0.25))
    )
    hc = hexc(color)
    dk = tuple(q * 0.62 for q in hc[:3]) + (1,)
    col = b.mix(b.math('MULTIPLY', h, 0.95), dk, hc)
    if stripe:
        for k in range(0, len(stripe), 3):
            m_ = b.math('MULTIPLY', b.math('GREATER_THAN', u, stripe[k + 1]), b.math('LESS_THAN', u, stripe[k + 2]))
            c2 = hexc(stripe[k])
            col = b.mix(m_, col, b.mix(b.math('MULTIPLY', h, 0.95), tuple(q * 0.62 for q in c2[:3]) + (1,), c2))
    b.set('Base Color', col)
    b.bump(h, strength, dist)
    return b.m


def satin(name, color, rough=0.40):
    b = M(name, color, rough, spec=0.5)
    b.p.inputs['Sheen'].default_value = 0.7
    b.p.inputs['Anisotropic'].default_value = 0.5
    v = b.coords('UV')
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    g = b.math('SINE', b.math('MULTIPLY', sx.outputs[1], 95))
    n = b.noise(b.coords('UV', (46, 1.3, 1)), 2, 4)
    n2 = b.noise(b.coords('UV', (1.2, 40, 1)), 2, 3)  # warp streaks + weft
    b.bump(b.math('ADD', b.math('MULTIPLY', g, 0.25), b.math('ADD', b.math('MULTIPLY', n, 1.2), n2)), 0.3, 0.015)
    hc = hexc(color)
    b.set(
        'Base Color', b.mix(n, tuple(q * 0.8 for q in hc[:3]) + (1,), tuple(min(1, q * 1.12) for q in hc[:3]) + (1,))
    )
    b.set('Roughness', b.math('ADD', rough - 0.08, b.math('MULTIPLY', n, 0.22)))
    return b.m


def lay(cx, cy, ang, length, z=0.05, wave=0.0, amp=0.06, seed=1, step=0.15, curve=0.0, lift=0.0):
    """centre line of a band lying flat on the table"""
    C = []
    W = []
    n = int(length / step)
    p = Vector((cx, cy, z))
    th = ang
    for i in range(n + 1):
        s_ = i * step
        th = ang + curve * (s_ / length - 0.5) + wave * math.sin(s_ * 0.55 + seed)
        p = p + Vector((math.cos(th), math.sin(th), 0)) * step
        zz = z + amp * (1 + mnoise.noise((s_ * 0.38, seed * 1.7, 3))) + lift * math.sin(math.pi * s_ / length) ** 2
        C.append(Vector((p.x, p.y, zz)))
        W.append(Vector((math.sin(th), -math.cos(th), 0.0)).normalized())
    return C, W


def lacem(name, img, color='#f6f1e6', period=3.0, width=3.0):
    """thread colour on an alpha mask; relief from the blurred mask"""
    b = M(name, color, 0.9, spec=0.15)
    b.p.inputs['Sheen'].default_value = 0.5
    uv = b.coords('UV', (1 / width, 1 / period, 1))
    im = b.n.new('ShaderNodeTexImage')
    im.image = bpy.data.images.load(f'{CACHE}/tex/{img}.png')
    im.image.colorspace_settings.name = 'Non-Color'
    b.link(uv, im.inputs[0])
    sep = b.n.new('ShaderNodeSeparateRGB')
    b.link(im.outputs['Color'], sep.inputs[0])  # R = height, G = mask
    th = b.noise(b.coords('UV', (40, 40, 1)), 1.5, 3)
    h = b.math('ADD', sep.outputs[0], b.math('MULTIPLY', th, 0.22))
    b.bump(h, 0.9, 0.05)
    hc = hexc(color)
    b.set('Base Color', b.mix(h, tuple(q * 0.72 for q in hc[:3]) + (1,), hc))
    tp = b.n.new('ShaderNodeBsdfTransparent')
    mx = b.n.new('ShaderNodeMixShader')
    b.link(sep.outputs[1], mx.inputs[0])
    b.link(tp.outputs[0], mx.inputs[1])
    b.link(b.p.outputs[0], mx.inputs[2])
    b.link(mx.outputs[0], b.out.inputs[0])
    return b.m


def labelm(name, img, w, l, v0=0.0, rep=False):
    """woven damask label: picture in thread, relief from its brightness, fine cross threads"""
    b = M(name, '#ffffff', 0.62, spec=0.35)
    b.p.inputs['Sheen'].default_value = 0.6
    v = b.coords('UV')
    mp = b.n.new('ShaderNodeMapping')
    mp.inputs['Location'].default_value = (0, -v0 / l, 0)
    mp.inputs['Scale'].default_value = (1 / w, 1 / l, 1)
    b.link(v, mp.inputs['Vector'])
    im = b.n.new('ShaderNodeTexImage')
    im.image = bpy.data.images.load(f'{CACHE}/tex/{img}.png')
    im.extension = 'REPEAT' if rep else 'EXTEND'
    b.link(mp.outputs[0], im.inputs[0])
    sx = b.n.new('ShaderNodeSeparateXYZ')
    b.link(v, sx.inputs[0])
    a_ = b.math('ABSOLUTE', b.math('SINE', b.math('MULTIPLY', sx.outputs[1], 64)))
    c_ = b.math('ABSOLUTE', b.math('SINE', b.math('MULTIPLY', sx.outputs[0], 48)))
    bw = b.n.new('ShaderNodeRGBToBW')
    b.link(im.outputs[0], bw.inputs[0])
    h = b.math(
        'ADD',
        b.math('ADD', b.math('MULTIPLY', a_, 0.5), b.math('MULTIPLY', c_, 0.22)),
        b.math('MULTIPLY', bw.outputs[0], 0.9),
    )
    b.bump(h, 0.55, 0.018)
    b.set(
        'Base Color',
        b.mix(b.math('SUBTRACT', 0.42, b.math('MULTIPLY', a_, 0.42)), im.outputs[0], '#3a3630', 'MULTIPLY'),
    )
    return b.m


def label(name, mat, x, y, rot, w, l, z=0.03, lift=0.10, seed=1):
    """end-fold label: both ends turned under, slight spring in the middle"""
    P = []
    f = 0.55
    r = 0.055
    P += [(f * (1 - i / 5), 0.02) for i in range(6)] + [
        (-r * math.sin(math.pi * i / 8), 0.02 + r - r * math.cos(math.pi * i / 8)) for i in range(1, 8)
    ]
    n = int(l / 0.1)
    P += [
        (
            l * i / n,
            0.02 + 2 * r + lift * math.sin(math.pi * i / n) * (0.6 + 0.4 * mnoise.noise((seed * 3.1, i * 0.1, 0))),
        )
        for i in range(n + 1)
    ]
    P += [(l + r * math.sin(math.pi * i / 8), 0.02 + r + r * math.cos(math.pi * i / 8)) for i in range(1, 8)] + [
        (l - f * i / 5, 0.02) for i in range(1, 6)
    ]
    c, s_ = math.cos(rot), math.sin(rot)
    C = [Vector((x + (p - l / 2) * c, y + (p - l / 2) * s_, z + q)) for p, q in P]
    W = [Vector((s_, -c, 0.02 * math.sin(seed)))] * len(C)
    return strip(name, C, W, w, mat, 9, 0.03)
