import { createRenderer } from '#platform/pages/render.tsx'
import { siteRouter } from './house.tsx'
import { describePage } from './crawlers/linked-data.ts'
import { loadShell as load } from './frame/load-shell.ts'
import { outagePage } from './frame/trouble-page.tsx'

export const { find, render, renderFailure, renderTrouble, loadShell, act } = createRenderer(
  siteRouter,
  load,
  describePage,
  outagePage,
)
