import { createRenderer } from '#platform/pages/render.tsx'
import { siteRouter } from './site-router.tsx'
import { describePage } from './crawlers/linked-data.ts'
import { loadShell as load } from './frame/load-shell.ts'
import { outagePage } from './frame/outage-page.tsx'

export const { find, render, renderFailure, renderOutage, loadShell, handleForm } = createRenderer(
  siteRouter,
  load,
  describePage,
  outagePage,
)
