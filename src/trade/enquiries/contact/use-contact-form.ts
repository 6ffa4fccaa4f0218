import { useState } from 'react'
import type { Captcha, EnquiriesApi } from '../contract.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useApi, useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { validateInputs, useForm } from '#ui/form/use-form.ts'
import { endpoints } from '#routes/public.ts'
import { useFiles } from '../files/use-files.ts'
import { useUpload } from '../files/use-upload.ts'
import { fileLimits } from '../limits.ts'
import { readContactForm } from './read-contact-form.ts'
import { getUnansweredCaptcha, useCaptcha } from './use-captcha.ts'

/** The state of the contact form: the input, the files, the captcha, and sending with progress. */
export function useContactForm(initialCaptcha: Captcha | null, subject: string) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<EnquiriesApi>()
  const rejection = useRejectedForm()
  const reusableCaptcha = getUnansweredCaptcha(rejection, initialCaptcha)
  const [typedTexts, setTypedText] = useState<Record<string, string>>({
    subject,
    ...rejection?.values,
    ...(!reusableCaptcha && { captcha: '' }),
  })
  const { captcha, renew, renewIfOld } = useCaptcha(reusableCaptcha ?? initialCaptcha)
  const [isSent, setIsSent] = useState(false)
  const files = useFiles(fileLimits.message)
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
      files.removeSent()
      sentForm.reset()
      setTypedText({ captcha: '' })
      setIsSent(true)
      void renew(sentForm)
    },
    { posted: rejection, validateFields: findErrors, onRejected, draftFields: savedFieldNames, isRepeatable: true },
  )

  function findErrors(element: HTMLFormElement): FieldErrors {
    const { captcha: typedAnswer } = readContactForm(new FormData(element))
    const isCaptchaWrong = captcha && typedAnswer !== undefined && typedAnswer !== captcha.first + captcha.second
    if (isCaptchaWrong) void renew(element)
    return {
      ...validateInputs(element, translator),
      ...(isCaptchaWrong && { captcha: [t('error.captcha')] }),
      ...files.fieldErrors(),
    }
  }

  /** Gets a new captcha only if the captcha was rejected, because its token is the idempotency key of the message. */
  function onRejected(apiError: ApiError, sentForm: HTMLFormElement): ApiError {
    if (apiError.errors['captcha']) void renew(sentForm)
    return apiError
  }

  /** The focus for a visitor without scripts: the first invalid field, or the button below the failure message. */
  const firstInvalidName = rejection && fieldNames.find((name) => rejection.errors[name])
  return {
    sending: formState,
    field: (name: (typeof fieldNames)[number]) => ({
      name,
      defaultValue: typedTexts[name],
      error: formState.error(name),
      autoFocus: name === firstInvalidName,
    }),
    focusesButton: rejection !== null && !firstInvalidName,
    captcha,
    renewIfOld,
    files,
    percent,
    isSent,
    close: () => setIsSent(false),
  }
}

const savedFieldNames = ['name', 'email', 'subject', 'message'] as const
const fieldNames = ['name', 'email', 'subject', 'message', 'captcha'] as const
