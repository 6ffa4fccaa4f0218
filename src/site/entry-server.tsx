import { makeRenderer } from '../platform/render.tsx'
import { house, loadShell } from './house.tsx'

export const { render, renderFailure, isShared } = makeRenderer(house, loadShell)
