import type { CDPSession, Page } from 'playwright-core'
import { getBrowser, waitUntil } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { fillChart } from '#testing/full-chart.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { parseDay } from '#platform/day.ts'
import { officePages } from '#routes/office.ts'
import { chooseBySize } from './size.ts'
import { median, type Figure } from './table.ts'

const turnCount = chooseBySize({ full: 7, smallest: 1 })
/** The number of pointer moves of a drag and of wheel turns of a scroll. */
const stepCount = chooseBySize({ full: 60, smallest: 12 })

/** Measures the chart in Chromium: drawing once its data has arrived, dragging, scrolling, and memory after leaving. */
export async function measureCharts(): Promise<Figure[]> {
  const smallChartFigures = await measureChart(
    chooseBySize({ full: { units: 40, days: 28, stays: 250 }, smallest: { units: 4, days: 7, stays: 12 } }),
    100,
  )
  const measureLargeChart = chooseBySize({
    full: () => measureChart({ units: 200, days: 90, stays: 5_000 }, 300),
    smallest: async (): Promise<Figure[]> => [],
  })
  const figures = [...smallChartFigures, ...(await measureLargeChart())]
  await (await getBrowser()).close()
  return figures
}

interface Size {
  units: number
  days: number
  stays: number
}

async function measureChart(size: Size, maxMs: number): Promise<Figure[]> {
  const app = await startTestApp(sqlite)
  try {
    const firstDay = parseDay(app.day(100))!
    await fillChart(app.db, { ...size, first: firstDay, now: app.clock.now })
    const context = await (await getBrowser()).newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, app)
    const devtools = await context.newCDPSession(page)
    const address = `${officePages.chart}?from=${app.day(100)}&days=${size.days}`
    const drawingMs: number[] = []
    const frames: { drag: number[][]; scroll: number[][] } = { drag: [], scroll: [] }
    const workMs: typeof frames = { drag: [], scroll: [] }
    await page.goto(officePages.log)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const memoryBeforeMiB = await measureMemory(devtools)
    for (let turn = 0; turn < turnCount; turn++) {
      await page.goto(address)
      await page.locator('[role=grid] [role=gridcell]').first().waitFor()
      await waitUntil(page, () => 'drawnMs' in window)
      drawingMs.push(await page.evaluate(() => (window as unknown as { drawnMs: number }).drawnMs))
      frames.drag.push(await measureFrames(page, () => drag(page)))
      frames.scroll.push(await measureFrames(page, () => scroll(page)))
      workMs.drag.push(await measureWork(page, () => drag(page)))
      workMs.scroll.push(await measureWork(page, () => scroll(page)))
    }
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href$="/office/log"]')!.click())
    await page.waitForURL(/\/office\/log$/)
    await page.locator('[role=grid]').waitFor({ state: 'detached' })
    const memoryAfterMiB = await measureMemory(devtools)
    const chartDescription = `chart of ${size.units} × ${size.days} with ${size.stays} stays`
    const createFigure = (label: string, unit: Figure['unit'], ours: readonly number[], max: number): Figure => ({
      label: `${chartDescription}: ${label}`,
      unit,
      ours,
      target: { max },
    })
    return [
      createFigure('drawn after the data', 'ms', drawingMs, maxMs),
      ...(['drag', 'scroll'] as const).flatMap((kind) => [
        createFigure(`a frame of ${kind}, median`, 'ms', frames[kind].map(median), 17),
        createFigure(`a frame of ${kind}, p95`, 'ms', frames[kind].map(calculateP95), 33),
        createFigure(`work of a frame of ${kind}, median`, 'ms', workMs[kind].map(median), 16),
        createFigure(`work of a frame of ${kind}, p95`, 'ms', workMs[kind].map(calculateP95), 33),
      ]),
      createFigure('memory more after leaving', 'MiB', [memoryAfterMiB - memoryBeforeMiB], 10),
    ]
  } finally {
    await app.close()
  }
}

async function signIn(page: Page, app: TestApp): Promise<void> {
  const token = await app.signIn('owner')
  const user = JSON.stringify({ id: 1, name: 'Nasreen Akter', role: 'owner' })
  await page.goto('/login')
  await page.evaluate(
    (session) => {
      sessionStorage.setItem('token', session.token)
      sessionStorage.setItem('user', session.user)
    },
    { token, user },
  )
  await page.addInitScript(timeDrawing)
}

/** Measures from the last byte of the data to the frame after the one that shows the rows. */
function timeDrawing(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=grid] [role=gridcell]')) return
    observer.disconnect()
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const data = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/api/office/getChart'))
        const dataAt = (data.at(-1) as PerformanceResourceTiming).responseEnd
        ;(window as unknown as { drawnMs: number }).drawnMs = performance.now() - dataAt
      }),
    )
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Returns the milliseconds between frames during an action. A slow machine may need some frames after the action. */
async function measureFrames(page: Page, action: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const state = window as unknown as { frames: number[]; isRecording: boolean }
    state.frames = []
    state.isRecording = true
    let lastFrameMs = performance.now()
    const recordFrame = (now: number) => {
      state.frames.push(now - lastFrameMs)
      lastFrameMs = now
      if (state.isRecording) requestAnimationFrame(recordFrame)
    }
    requestAnimationFrame(recordFrame)
  })
  await action()
  await waitUntil(page, () => (window as unknown as { frames: number[] }).frames.length >= 12)
  return page.evaluate(() => {
    const state = window as unknown as { frames: number[]; isRecording: boolean }
    state.isRecording = false
    return state.frames.slice(2)
  })
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** The CPU time of the thread. Unlike `dur`, it excludes the work of other programs. */
  tdur?: number
}

/**
 * Returns the work of the page's main thread per frame during an action, from the browser's trace: scripts, styles, layout
 * and painting. Intervals between frames are never shorter than the refresh interval of the screen; this work can be.
 */
async function measureWork(page: Page, action: () => Promise<void>): Promise<number[]> {
  const browser = await getBrowser()
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await measureFrames(page, action)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const animationFrames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame')
  const [firstFrame] = animationFrames
  if (!firstFrame) throw new Error('no frame was drawn')
  const tasks = traceEvents
    .filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === firstFrame.pid && tid === firstFrame.tid,
    )
    .toSorted((a, b) => a.ts - b.ts)
  const frameStarts = tasks.filter(({ ts, dur = 0 }) =>
    animationFrames.some((frame) => ts <= frame.ts && frame.ts < ts + dur),
  )
  return frameStarts.slice(2, -1).map(({ ts }, index) => {
    const end = frameStarts[index + 3]!.ts
    const frameTasks = tasks.filter((task) => ts <= task.ts && task.ts < end)
    return frameTasks.reduce((sum, { dur = 0, tdur = dur }) => sum + tdur, 0) / 1000
  })
}

async function drag(page: Page): Promise<void> {
  const bar = page
    .locator('[role=gridcell]')
    .filter({ has: page.locator('[data-due=to_come]') })
    .first()
  const box = (await bar.boundingBox())!
  await page.mouse.move(box.x + 8, box.y + 10)
  await page.mouse.down()
  for (let step = 0; step < stepCount; step++) await page.mouse.move(box.x + 8 + 4 * step, box.y + 10 + 4 * step)
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(700, 500)
  for (let step = 0; step < stepCount; step++) await page.mouse.wheel(0, step < stepCount / 2 ? 120 : -120)
}

async function measureMemory(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}

const calculateP95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)]!
