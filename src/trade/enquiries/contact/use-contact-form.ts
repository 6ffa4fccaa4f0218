import { useState } from 'react'
import type { Captcha, EnquiriesApi } from '../contract.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useApi, useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { validateInputs, useForm } from '#ui/form/use-form.ts'
import { endpoints } from '#routes/public.ts'
import { useFiles } from '../files/use-files.ts'
import { useUpload } from '../files/use-upload.ts'
import { maxFiles } from '../limits.ts'
import { readContactForm } from './read-contact-form.ts'
import { getUnansweredCaptcha, useCaptcha } from './use-captcha.ts'

/** The state of the contact form: the input, the files, the captcha, and sending with progress. */
export function useContactForm(initialCaptcha: Captcha | null, subject: string) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<EnquiriesApi>()
  const rejection = useRejectedForm()
  const openCaptcha = getUnansweredCaptcha(rejection, initialCaptcha)
  const [typedText, setTypedText] = useState<Record<string, string>>({
    subject,
    ...rejection?.values,
    ...(!openCaptcha && { captcha: '' }),
  })
  const { captcha, renew, renewIfOld } = useCaptcha(openCaptcha ?? initialCaptcha)
  const [isSent, setIsSent] = useState(false)
  const files = useFiles(maxFiles.letter)
  const { percent, upload } = useUpload(endpoints.sendContact[1], files)

  async function send(message: ReturnType<typeof readContactForm>): Promise<unknown> {
    const options = { key: message.captcha_token }
    return files.chosen.length === 0 ? api.sendContact(message, options) : upload(message, options)
  }

  const formState = useForm(
    async ({ form: sentForm, data, reportLostResponse }) => {
      if (!captcha) {
        void renew(sentForm)
        throw new ApiError(0, { message: t('failure.offline') })
      }
      await reportLostResponse(send(readContactForm(data)))
      files.clear()
      sentForm.reset()
      setTypedText({ captcha: '' })
      setIsSent(true)
      void renew(sentForm)
    },
    { posted: rejection, validateFields: findErrors, onRejected, draftFields: savedFields, isRepeatable: true },
  )

  function findErrors(element: HTMLFormElement): FieldErrors {
    const { captcha: sum } = readContactForm(new FormData(element))
    const isWrong = captcha && sum !== undefined && sum !== captcha.first + captcha.second
    if (isWrong) void renew(element)
    return {
      ...validateInputs(element, translator),
      ...(isWrong && { captcha: [t('error.captcha')] }),
      ...files.fieldErrors(),
    }
  }

  /** Gets a new captcha only if the captcha was rejected, because its token is the idempotency key of the message. */
  function onRejected(apiError: ApiError, sent: HTMLFormElement): ApiError {
    if (apiError.errors['captcha']) void renew(sent)
    return apiError
  }

  /** The focus for a visitor without scripts: the first invalid field, or the button below the failure message. */
  const firstInvalid = rejection && fieldNames.find((name) => rejection.errors[name])
  return {
    sending: formState,
    field: (name: (typeof fieldNames)[number]) => ({
      name,
      defaultValue: typedText[name],
      error: formState.error(name),
      autoFocus: name === firstInvalid,
    }),
    focusesButton: rejection !== null && !firstInvalid,
    captcha,
    renewIfOld,
    files,
    percent,
    isSent,
    close: () => setIsSent(false),
  }
}

const savedFields = ['name', 'email', 'subject', 'message'] as const
const fieldNames = ['name', 'email', 'subject', 'message', 'captcha'] as const
