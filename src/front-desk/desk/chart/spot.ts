/** A cell, identified by any of its nights. */
export interface CellPosition {
  row: number
  night: number
}

/** Returns the cell that contains an element. */
export function findCellPosition(element: EventTarget): CellPosition | null {
  const cell = (element as Element).closest<HTMLElement>('[data-cell]')
  const [row, night] = cell?.dataset['cell']!.split(':').map(Number) ?? []
  return row === undefined || night === undefined ? null : { row, night }
}
