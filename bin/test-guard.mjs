// The first import of every test process. Node counts a process that exits with 0 before its tests have run as a success;
// this makes it a failure.
import { after } from 'node:test'

let isComplete = false
after(() => void (isComplete = true))
process.on('exit', () => {
  if (!isComplete) process.exitCode = 1
})
