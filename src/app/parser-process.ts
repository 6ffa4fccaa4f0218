// The program of a parser process. platform/sandbox/sandbox.ts starts it with the name of its parser and with few
// permissions.
import { parsers, type ParserName } from './parsers.ts'
import { serveParser } from '#platform/sandbox/serve.ts'

serveParser(await parsers[process.argv[2] as ParserName]())
