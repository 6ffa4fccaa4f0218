export function openScratch(memory?: string, neededBytes?: number): Record<string, string>
