import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent, type FocusEvent } from 'react'
import { useForm, type FieldErrors, type FieldValues } from 'react-hook-form'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { ApiError } from '../../lib/api-client.ts'
import { clearDraft, readDraft, writeDraft, type DraftName, type TextTree } from '../../lib/draft.ts'
import { feedbackState, hideToast, showToast } from '@hola/ui/overlay/feedback.ts'

/** A step as it goes to the server, or everything that has to be corrected first. */
export type CheckedStep<Body> =
  | { readonly ok: true; readonly value: Body }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly text: string }[] }

/** The paths of the fields of a form, as in `address.street`. */
export type FieldName<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : `${Name}.${FieldName<Values[Name]>}`
}[keyof Values & string]

/** What each field is called, as the server calls it too when it refuses one. */
export type Labels<Values> = Readonly<Record<FieldName<Values>, () => string>>

const namesOf = (values: TextTree, prefix = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : namesOf(value, `${prefix}${name}.`),
  )

const errorsOf = (problems: readonly { path: string; text: string }[]): FieldErrors => {
  const errors: Record<string, unknown> = {}
  for (const { path, text } of problems) {
    const [group = '', name] = path.split('.')
    const error = { type: 'problem', message: text }
    errors[group] = name === undefined ? error : { ...(errors[group] as object | undefined), [name]: error }
  }
  return errors as FieldErrors
}

const textAt = (errors: FieldErrors, path: string): string | undefined => {
  const found = path.split('.').reduce<unknown>((tree, name) => (tree as FieldErrors | undefined)?.[name], errors)
  return (found as { message?: string } | undefined)?.message
}

/** As much of a moment as the page shows. */
const isSameMinute = (one: string | null, other: string): boolean => one?.slice(0, 16) === other.slice(0, 16)

/** The part of the page that shows a field, unfolded. */
const showField = (page: HTMLElement | null, name: string): HTMLElement | undefined => {
  const field = page?.querySelector<HTMLElement>(`[data-field="${name}"]`) ?? undefined
  const folded = field?.closest('details')
  if (folded) folded.open = true
  return field
}

const focusField = (page: HTMLElement | null, name: string): void =>
  showField(page, name)?.querySelector<HTMLElement>('input:checked, input, button')?.focus()

export type InputOptions = {
  /** Writes a finished text the way people read it, when the field is left. */
  readonly tidy?: (typed: string) => string
  readonly onTyped?: (typed: string) => void
  /** Changes what is being typed in the field itself, knowing what it held before. */
  readonly reshape?: (input: HTMLInputElement, before: string) => void
}

/** What the fields of a step need of its form. */
export type StepForm<Name extends string = string> = {
  readonly words: (name: Name) => { label: string; error: string | undefined }
  readonly input: (name: Name, options?: InputOptions) => object
  readonly value: (name: Name) => string
  readonly choose: (name: Name, value: string) => void
}

export type StepPageForm = {
  readonly setPage: (page: HTMLFormElement | null) => void
  readonly problems: readonly { readonly name: string; readonly label: string; readonly text: string }[]
  /** What the server said against the whole step. */
  readonly refusal: string | undefined
  readonly busy: boolean
  /** When what is on the page was kept last: with us, or as a draft on this phone. Null before anything was. */
  readonly keptAt: string | null
  readonly isSaved: boolean
  readonly restored: boolean
  /** How much of the step is filled in, 0 to 1. */
  readonly done: number
  readonly submit: () => void
  readonly focus: (name: string) => void
}

/**
 * One step: typed, kept on this phone while it is typed, checked by the rules that the server has too, and saved. The
 * checks are loaded apart from the page, which shows sooner without them.
 */
export const useStepForm = <Values extends TextTree, Body, Answer extends { saved_at: string }>({
  name: draftName,
  userId,
  empty,
  saved,
  savedAt: firstSavedAt,
  savedBefore = null,
  check,
  save,
  onSaved,
  labels,
  related = {},
  uncounted = [],
}: {
  name: DraftName
  userId: string
  empty: Values
  /** What the server has, or what the form begins with when it has nothing. */
  saved: Values
  savedAt: string | null
  /** When the step before this one was saved: what is said until this one is. */
  savedBefore?: string | null
  check: (values: Values) => Promise<CheckedStep<Body>>
  save: (body: Body) => Promise<Answer>
  onSaved: (answer: Answer) => void
  labels: Labels<Values>
  /** Fields to look at again when another one changes. */
  related?: Partial<Record<FieldName<Values>, readonly FieldName<Values>[]>>
  /** Fields that may stay empty in a step that is complete. */
  uncounted?: readonly FieldName<Values>[]
}): StepForm<FieldName<Values>> & StepPageForm => {
  const language = useLocale()
  const [page, setPage] = useState<HTMLFormElement | null>(null)
  const [draft] = useState(() => readDraft(draftName, { userId, savedAt: firstSavedAt, empty }))
  const [restored, setRestored] = useState(draft !== undefined)
  const [kept, setKept] = useState<{ readonly at: string | null; readonly isSaved: boolean }>(
    draft ? { at: draft.typedAt, isSaved: false } : { at: firstSavedAt ?? savedBefore, isSaved: true },
  )
  const [refusal, setRefusal] = useState<string>()
  /** What the server has: typed back to it, there is nothing to keep. */
  const baseline = useRef({ values: saved, savedAt: firstSavedAt })
  const form = useForm<FieldValues>({
    defaultValues: draft?.values ?? saved,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
    resolver: async (values) => {
      const checked = await check(values as Values)
      return checked.ok
        ? { values: checked.value as FieldValues, errors: {} }
        : { values: {}, errors: errorsOf(checked.problems) }
    },
  })
  const { errors, isSubmitted, isSubmitting } = form.formState

  const keep = (values: Values): void => {
    const { values: onServer, savedAt: since } = baseline.current
    if (JSON.stringify(values) === JSON.stringify(onServer)) {
      clearDraft(draftName, userId)
      setKept({ at: since ?? savedBefore, isSaved: true })
    } else {
      const typedAt = new Date().toISOString()
      writeDraft(draftName, { userId, savedAt: since, typedAt, values })
      setKept((last) => (!last.isSaved && isSameMinute(last.at, typedAt) ? last : { at: typedAt, isSaved: false }))
    }
  }
  const onTyped = useEffectEvent(keep)
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values as Values) }),
    [form],
  )

  const recheck = (name: string, always = false): void => {
    const names = [name, ...(related[name as FieldName<Values>] ?? [])]
    const again = names.filter((each) => (always && each === name) || isSubmitted || textAt(errors, each))
    // Without a connection the checks may not have come; saving says so.
    if (again.length > 0) form.trigger(again).catch(() => undefined)
  }
  // The words of the errors are in the language they were found in.
  const translate = useEffectEvent(() => {
    if (isSubmitted) form.trigger().catch(() => undefined)
  })
  useEffect(() => translate(), [language])

  /** The offer to try again is over once she tries again in whatever way, or leaves the page. */
  const offered = useRef<() => void>(undefined)
  const sayConnectionLost = (retry: () => void): void => {
    offered.current = retry
    showToast({
      title: m.application_connection_lost(),
      icon: 'retry',
      action: { label: m.application_retry(), onPress: retry },
    })
  }
  const withdrawOffer = (): void => {
    if (offered.current && feedbackState().slot?.action?.onPress === offered.current) hideToast()
  }
  useEffect(() => withdrawOffer, [])

  const valid = async (body: FieldValues): Promise<void> => {
    const sent = structuredClone(form.getValues()) as Values
    try {
      const answer = await save(body as Body)
      baseline.current = { values: sent, savedAt: answer.saved_at }
      setRestored(false)
      form.reset(form.getValues())
      keep(form.getValues() as Values)
      onSaved(answer)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (problem.kind === 'refused') {
        setRefusal(problem.message)
        page?.scrollIntoView()
      } else if (problem.kind === 'network' || problem.kind === 'timeout') sayConnectionLost(submit)
    }
  }
  const submit = (): void => {
    if (isSubmitting) return
    withdrawOffer()
    setRefusal(undefined)
    form
      .handleSubmit(valid, (found) => {
        const wrong = names.filter((each) => textAt(found, each))
        for (const each of wrong) showField(page, each)
        const [first] = wrong
        // The summary appears above and moves the field: it gets the focus when it stands where it will stay.
        if (first) requestAnimationFrame(() => focusField(page, first))
      })()
      // The checks did not arrive. A browser does not ask for a lost part again; a reload does, and the draft stays.
      .catch(() => sayConnectionLost(() => window.location.reload()))
  }

  const names = namesOf(empty) as FieldName<Values>[]
  const counted = names.filter((each) => !uncounted.includes(each))
  const filled = counted.filter((each) => form.getValues(each) !== '').length
  return {
    setPage,
    refusal,
    keptAt: kept.at,
    isSaved: kept.isSaved,
    submit,
    busy: isSubmitting,
    restored,
    done: filled / counted.length,
    // One that was found while typing stands at its field; a summary that comes up then would move the page about.
    problems: (isSubmitted ? names : []).flatMap((each) => {
      const text = textAt(errors, each)
      return text === undefined ? [] : [{ name: each, label: labels[each](), text }]
    }),
    focus: (each) => focusField(page, each),

    words: (each) => ({ label: labels[each](), error: textAt(errors, each) }),
    input: (each, { tidy, onTyped, reshape } = {}) => {
      const { onChange, onBlur, ref } = form.register(each)
      return {
        ref,
        name: each,
        onChange(event: ChangeEvent<HTMLInputElement>) {
          reshape?.(event.target, String(form.getValues(each)))
          void onChange(event)
          onTyped?.(event.target.value)
          recheck(each)
        },
        onBlur(event: FocusEvent<HTMLInputElement>) {
          void onBlur(event)
          const { value } = event.target
          const tidied = tidy?.(value) ?? value
          if (tidied !== value) form.setValue(each as string, tidied)
          if (value !== '') recheck(each, true)
        },
      }
    },
    value: (each) => String(form.watch(each)),
    choose: (each, value) => {
      form.setValue(each as string, value, { shouldDirty: true })
      recheck(each)
    },
  }
}
