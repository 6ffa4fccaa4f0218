/** Returns the CPU milliseconds of this thread for some work, so other load on the machine does not count. */
export async function measureThreadMs(work: () => unknown): Promise<number> {
  const usageBefore = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(usageBefore)
  return (user + system) / 1000
}
