import { makeRenderer } from '../platform/render.tsx'
import { house } from './house.tsx'
import { describePage } from './linked-data.ts'
import { loadShell } from './shell.ts'

export const { render, renderFailure, act, traitsOf } = makeRenderer(house, loadShell, describePage)
