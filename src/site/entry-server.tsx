import { makeRenderer } from '../platform/render.tsx'
import { house } from './house.tsx'
import { describePage } from './linked-data.ts'
import { loadShell as load } from './shell.ts'
import { troublePage } from './trouble-page.tsx'

export const { render, renderFailure, renderTrouble, loadShell, act, traitsOf } = makeRenderer(house, load, describePage, troublePage)
