# one bay of the showroom's shelf, from a metre away; 1 unit = 6 cm
from hardware import *


def scene_shelf():
    oak = wood('oak', '#c79d6d', '#93683f', 0.5, 'X', 0.38)
    oakz = wood('oakz', '#c79d6d', '#93683f', 0.5, 'Z', 0.38)
    back = M('back', '#0f4244', 0.8, spec=0.2)
    back.bump(back.noise(back.coords('Object'), 9, 5), 0.12, 0.02)
    brass = metal('brass', '#bd9148', 0.31)
    plast = M('plast', '#efe8da', 0.35).m
    T, D, top = 0.30, 5.6, 4.75  # board, depth, height of the bay
    for z in (-T / 2, top + T / 2):
        box('board', (40, D, T), (2, 0, z), oak, 0.035)
    for x in (-3.55, 8.5):
        box('side', (T, D - 0.1, top), (x, 0.05, top / 2), oakz, 0.03)
    obj_from('backp', [(-20, D / 2 - 0.02, 0), (24, D / 2 - 0.02, 0), (24, D / 2 - 0.02, top), (-20, D / 2 - 0.02, top)], [(0, 1, 2, 3)], back.m)
    # thread, two deep, from deep teal to cream
    for k, (x, y, c) in enumerate(((-2.15, 0.1, '#0d3f44'), (0.05, -0.25, '#1d6e69'), (-1.0, 2.0, '#7fb8ad'), (1.25, 1.95, '#f3ecde'), (3.4, 2.0, '#d9a441'))):
        thread_cone(x, y, c, k + 3, plast)
    # rolls on their sides: elastic, satin, tape
    bands = (
        (3.15, -0.1, '#efe6d6', 0.25, 9, 0.078, 0.95, weave('e1', '#efe6d6', 9, 40, 0.8, 0.6, 0.8, 0.02)),
        (5.10, 0.05, '#a9521d', 0.30, 10, 0.062, 0.80, silk('e2', '#a9521d', 0.34)),
        (4.10, 0.0, '#0f4a4b', 0.25, 8, 0.080, 0.85, twill('e3', '#17595a', 60)),
    )
    for k, (x, y, c, r0, turns, pitch, w, m) in enumerate(bands):
        C, W = roll(0, 0, r0, turns, pitch, w, k * 2.0, 0, 0, 3, 0, k + 4)
        o = strip('roll', C, W, w, m, 7, pitch * 0.82)
        r = r0 + turns * pitch + pitch * 0.45
        o.rotation_euler = (R(90), 0, R(-4 + 5 * k))
        o.location = (x, y + w / 2, r if k < 2 else 2.56)
        cyl('core', r0 - 0.03, w * 0.97, (x, y, o.location.z), plain('kraft', '#b98f63', 0.85), (R(90), 0, R(-4 + 5 * k)))
    # a brass zipper, run out over the edge of the board
    P = spline([(1.85, 1.2, 0.06), (1.75, 0.2, 0.06), (1.55, -1.2, 0.06), (1.5, -2.4, 0.07), (1.5, -2.78, 0.05), (1.5, -2.93, -0.12), (1.5, -2.95, -0.6), (1.5, -2.95, -1.6)], 260)
    N = [Vector((1, 0, 0)).cross((P[max(0, i - 1)] - P[min(260, i + 1)])).normalized() for i in range(261)]
    N = [n if n.z > 0 or n.y < 0 else -n for n in N]
    zipper('z', P, twill('zt', '#efe4cf', 90), brass, N, w=0.36, sc=0.30, thick=0.015)
    # a tag on its cord, hung from a brass knob on the upper board
    cord = thread_m('cordm', '#efe0c2', 0.8)
    cyl('knob', 0.09, 0.22, (2.05, -2.92, top + 0.14), brass, (R(90), 0, 0), 40, 0.03)
    t = hang_tag('tag0', 2.3, 4.0, (2.05, -2.98, 3.12), (R(90), 0, 0), brass, [(0, 1.5, -0.1), (0.03, 1.75, 0.1), (0.10, 2.6, 0.05), (0.16, 3.9, 0.0), (0, 4.32, 0.1), (-0.16, 3.9, 0.0), (-0.10, 2.6, 0.05), (-0.03, 1.75, 0.12), (0, 1.5, -0.1)], cord)
    t.scale = (0.42,) * 3
    for x0, x1 in ((-3.4, 10.25), (-16, -3.75)):
        e = box('led', (x1 - x0, 0.10, 0.03), ((x0 + x1) / 2, -1.9, top - 0.03), emit('led', '#ffd9ac', 5), 0)
        e.visible_diffuse = False
    area('leds', (3.2, -1.9, top - 0.08), (3.2, 0.2, 0), 13, 420, '#ffd3a0', 0.12)
    area('ledl', (-9, -1.9, top - 0.08), (-9, 1.2, 0), 10, 130, '#ffd3a0', 0.12)
    area('key', (-9, -11, 9), (2, 0, 1.4), 6, 2100, '#fff0dd')
    area('rim', (15, -6, 6), (4, 0, 1.5), 4, 420, '#eaf2ff', 6)
    world('#f3ece0', 0.20)
    cam = (-3.4, -17.5, 3.1)
    camera(cam, (-1.0, 0, 2.0), 42, 0.065)
    s.camera.data.dof.focus_distance = (Vector(cam) - Vector((0.6, -1.0, 1.4))).length
    s.camera.data.dof.aperture_blades = 9
