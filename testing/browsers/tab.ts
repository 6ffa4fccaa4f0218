/** One browser window with the commands that all browsers share. visitor.ts builds user actions from them. */
export interface Tab {
  goTo(url: string): Promise<void>
  back(): Promise<void>
  /** Returns the text that a JavaScript expression, or its promise, yields. */
  evaluate(expression: string): Promise<string>
  /** Presses the keys one after the other, then releases them: `['Shift', 'Tab']`. */
  press(keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Types into a date field. Browsers differ in how they move from one part of the date to the next. */
  typeDay(month: string, day: string, year: string): Promise<void>
  /** Clicks at a point of the viewport. */
  click(x: number, y: number): Promise<void>
  /** Attaches files to the only field that the selector matches. */
  attach(selector: string, files: readonly string[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Takes a screenshot as PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export interface TestBrowser {
  name: string
  /** The reason why the browser is not available on this machine. */
  missing?: string | undefined
  /** Opens a new window without stored data. */
  openTab(): Promise<Tab>
}

/** The WebDriver codes of special keys. Actions have the same format in both WebDriver protocols. */
const keyCodes: Readonly<Record<string, string>> = {
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

const createKeyAction = (type: 'keyDown' | 'keyUp') => (name: string) => ({ type, value: keyCodes[name] ?? name })
const createKeyDownAction = createKeyAction('keyDown')
const createKeyUpAction = createKeyAction('keyUp')
const createKeyboardActions = (actions: object[]): object[] => [{ type: 'key', id: 'keyboard', actions }]

export const createPressActions = (keys: readonly string[]): object[] =>
  createKeyboardActions([...keys.map(createKeyDownAction), ...keys.toReversed().map(createKeyUpAction)])

export const toKeyActions = (text: string): object[] =>
  createKeyboardActions([...text].flatMap((letter) => [createKeyDownAction(letter), createKeyUpAction(letter)]))

export const createClickActions = (x: number, y: number): object[] => [
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
