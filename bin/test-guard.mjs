// The first import of every test process. If a process exits with 0 before its tests have run, Node reports a success.
// This import makes it a failure.
import { after } from 'node:test'

let isComplete = false
after(() => void (isComplete = true))
process.on('exit', () => {
  if (!isComplete) process.exitCode = 1
})
