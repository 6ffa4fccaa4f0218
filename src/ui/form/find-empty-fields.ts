/** Checks for empty required fields without a request. The server would report an empty date as an invalid date. */
export const findEmptyFields = (form: HTMLFormElement, message: string) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input:required')]
      .filter(({ value }) => value.trim() === '')
      .map(({ name }) => [name, [message]]),
  )
