import { getBrowser } from '../browser.ts'
import type { TestBrowser } from './tab.ts'

/** The Chromium of the other e2e tests, driven by Playwright. */
export const chromium: TestBrowser = {
  name: 'Chromium',
  async openTab() {
    const browser = await getBrowser()
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    return {
      goTo: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
      back: async () => void (await page.goBack({ waitUntil: 'commit' })),
      evaluate: (expression) => page.evaluate<string>(expression),
      press: (keys) => page.keyboard.press(keys.join('+')),
      type: (text) => page.keyboard.type(text),
      typeDay: (...parts) => page.keyboard.type(parts.join('')),
      click: (x, y) => page.mouse.click(x, y),
      attach: (selector, files) => page.setInputFiles(selector, [...files]),
      resize: (width, height) => page.setViewportSize({ width, height }),
      picture: () => page.screenshot(),
      close: () => context.close(),
    }
  },
}
