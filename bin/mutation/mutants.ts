import { parseSync } from 'vite'

/** A small change of a source file that a test should notice. */
export interface Mutant {
  start: number
  end: number
  replacement: string
}

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/**
 * Finds the mutants of a TypeScript file, in the order of the text. The operators follow StrykerJS, with additions for
 * SQL.
 */
export function findMutants(path: string, text: string): Mutant[] {
  const mutants = new Map<string, Mutant>()
  visit(parseSync(path, text).program as unknown as Node)
  return [...mutants.values()].filter(isValid).toSorted((a, b) => a.start - b.start || a.end - b.end)

  function visit(node: Node, parent?: Node): void {
    if (node.type.startsWith('TS') && !transparentTypes.has(node.type)) return
    if (node.type === 'ImportDeclaration') return
    for (const mutant of listMutations(node, text, parent)) mutants.set(JSON.stringify(mutant), mutant)
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, node)
  }

  /** A mutant with a syntax error would fail every test and prove nothing. */
  function isValid(mutant: Mutant): boolean {
    return parseSync(path, applyMutant(text, mutant)).errors.length === 0
  }
}

export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** Describes a mutant on one line: its place, the old and the new text. */
export function describeMutant(text: string, { start, end, replacement }: Mutant): string {
  const shorten = (code: string) => {
    const line = code.replace(/\s+/g, ' ').trim() || 'nothing'
    return line.length > MAX_CODE_LENGTH ? `${line.slice(0, MAX_CODE_LENGTH)}…` : line
  }
  return `${text.slice(0, start).split('\n').length}: ${shorten(text.slice(start, end))} → ${shorten(replacement)}`
}
const MAX_CODE_LENGTH = 90

const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string'

/** Nodes of types that contain code. */
const transparentTypes = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

const comparisons: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const operators: Record<string, readonly string[]> = {
  ...comparisons,
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}
const assignments: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' }
const sqlOperators: Record<string, string> = {
  '=': '<>',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
}
const methods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  find: 'findLast',
  findLast: 'find',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}
/** Calls that a mutant leaves out: `rows.filter(isOpen)` becomes `rows`. */
const removedMethods = new Set(
  'filter toSorted toReversed slice trim toLowerCase toUpperCase where whereRef orderBy limit forUpdate'.split(' '),
)

function listMutations(node: Node, text: string, parent?: Node): Mutant[] {
  const getSource = (part: unknown) => text.slice((part as Node).start, (part as Node).end)
  const replaceNode = (part: Node, replacement: string): Mutant => ({ start: part.start, end: part.end, replacement })
  const change = (replacement: string): Mutant[] => [replaceNode(node, replacement)]
  const getChild = (name: string) => node[name] as Node

  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const operator = node.operator as string
      if (operator === '+' && [getChild('left'), getChild('right')].some((side) => isText(side))) return []
      const operatorText = text.slice(getChild('left').end, getChild('right').start)
      return (operators[operator] ?? []).flatMap((other) =>
        change(`(${getSource(node.left)}${operatorText.replace(operator, () => other)}${getSource(node.right)})`),
      )
    }
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-' ? change(getSource(node.argument)) : []
    case 'UpdateExpression':
      return change(getSource(node).replace(/\+\+|--/, (operator) => (operator === '++' ? '--' : '++')))
    case 'AssignmentExpression': {
      const replacement = assignments[node.operator as string]
      return replacement ? change(`${getSource(node.left)} ${replacement} ${getSource(node.right)}`) : []
    }
    case 'Literal':
      return typeof node.value === 'boolean' ? change(String(!node.value)) : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((value) => replaceNode(getChild('test'), value))
    case 'WhileStatement':
    case 'ForStatement':
      return node.test ? [replaceNode(getChild('test'), 'false')] : []
    case 'BlockStatement':
      return (node.body as Node[]).length > 0 ? change('{}') : []
    case 'ArrowFunctionExpression':
      return getChild('body').type === 'BlockStatement' ? [] : [replaceNode(getChild('body'), 'undefined')]
    case 'ExpressionStatement': {
      const expression = getChild('expression')
      const call = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression
      return call.type === 'CallExpression' && (call.callee as Node).type !== 'Super' ? change(';') : []
    }
    case 'ThrowStatement':
      return parent?.type === 'IfStatement' ? [] : change(';')
    case 'ArrayExpression':
      return (node.elements as Node[]).length > 0 ? change('[]') : []
    case 'MemberExpression':
      return node.optional ? [removeQuestionMark(getChild('object'))] : []
    case 'CallExpression':
      return mutateCall()
    case 'TaggedTemplateExpression':
      return getSource(node.tag).startsWith('sql') ? (getChild('quasi').quasis as Node[]).flatMap(mutateSql) : []
    default:
      return []
  }

  function removeQuestionMark(previousNode: Node): Mutant {
    const start = text.indexOf('?.', previousNode.end)
    return { start, end: start + 2, replacement: /[[(]/.test(text[start + 2]!) ? '' : '.' }
  }

  function mutateCall(): Mutant[] {
    const callee = getChild('callee')
    const mutants = node.optional ? [removeQuestionMark(callee)] : []
    const operatorNode = (node.arguments as Node[])[1]
    const replacement = operatorNode?.type === 'Literal' && sqlOperators[operatorNode.value as string]
    if (operatorNode && replacement) mutants.push(replaceNode(operatorNode, `'${replacement}'`))
    if (callee.type !== 'MemberExpression' || callee.computed) return mutants
    const name = getSource(callee.property)
    if (methods[name]) mutants.push(replaceNode(callee.property as Node, methods[name]))
    if (removedMethods.has(name)) mutants.push({ start: (callee.object as Node).end, end: node.end, replacement: '' })
    return mutants
  }

  function mutateSql(quasi: Node): Mutant[] {
    const operatorsInSql = getSource(quasi).matchAll(/(?<= )(?:<=|>=|<>|=|<|>|\+|-|and|not exists|exists)(?= )/g)
    return [...operatorsInSql].flatMap(({ 0: operator, index }) => {
      const replacement = {
        ...sqlOperators,
        '+': '-',
        '-': '+',
        and: 'or',
        exists: 'not exists',
        'not exists': 'exists',
      }[operator]
      const start = quasi.start + index
      return replacement ? [{ start, end: start + operator.length, replacement }] : []
    })
  }
}

function isText(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return true
  if (node.type === 'Literal') return typeof node.value === 'string'
  return node.type === 'BinaryExpression' && [node.left, node.right].some((side) => isText(side as Node))
}
