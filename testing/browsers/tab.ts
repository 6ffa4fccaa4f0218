/** One window of a browser, and the little that each make of them can be told. What a person does is made of it (visitor.ts). */
export interface Tab {
  goTo(url: string): Promise<void>
  back(): Promise<void>
  /** What a JavaScript expression comes to, or what it promises: a text. */
  evaluate(expression: string): Promise<string>
  /** Each down, one after the other, then up: `['Shift', 'Tab']`. */
  press(keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Into a field for a day: from part to part of it each make goes in its own way. */
  typeDay(month: string, day: string, year: string): Promise<void>
  /** At this point of what is seen. */
  click(x: number, y: number): Promise<void>
  /** Files for the one field that this selects. */
  attach(selector: string, files: readonly string[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** As PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export interface Make {
  name: string
  /** Why it cannot be had here. */
  missing?: string | undefined
  /** A new window that remembers nothing. */
  openTab(): Promise<Tab>
}

/** As WebDriver numbers what is no letter; what it calls keys and pointers is the same in both of its protocols. */
const codes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE006',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

const key = (type: 'keyDown' | 'keyUp') => (name: string) => ({ type, value: codes[name] ?? name })
const down = key('keyDown')
const up = key('keyUp')
const keyboard = (actions: object[]): object[] => [{ type: 'key', id: 'keyboard', actions }]

export const pressing = (keys: readonly string[]): object[] =>
  keyboard([...keys.map(down), ...keys.toReversed().map(up)])

export const typing = (text: string): object[] => keyboard([...text].flatMap((letter) => [down(letter), up(letter)]))

export const clicking = (x: number, y: number): object[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]
