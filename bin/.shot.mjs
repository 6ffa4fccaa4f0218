import { chromium } from 'playwright-core'
const [base, ...paths] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless','--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] })
for (const w of [390, 1440]) for (const p of paths) {
  const c = await b.newContext({ viewport: { width: w, height: w === 390 ? 844 : 900 }, deviceScaleFactor: 1 })
  const page = await c.newPage(); const errs = []
  page.on('console', m => { if (['error','warning'].includes(m.type())) errs.push(m.text()) }); page.on('pageerror', e => errs.push(String(e)))
  await page.goto(base + p, { waitUntil: 'load' }); await page.waitForTimeout(500)
  // scroll through for lazy pictures
  await page.evaluate(async () => { for (let y = 0; y < document.body.scrollHeight; y += 600) { scrollTo(0, y); await new Promise(r => setTimeout(r, 60)) } scrollTo(0, 0) })
  await page.waitForTimeout(300)
  const name = `/tmp/shots/${p.replace(/[^a-z0-9]+/gi, '_') || '_'}-${w}.png`
  await page.screenshot({ path: name, fullPage: true })
  const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  console.log(name, over ? 'OVERFLOW' : '', errs.slice(0, 3).join(' | ').slice(0, 400))
  await c.close()
}
await b.close()
