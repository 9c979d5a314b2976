import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { addDays, civilDayOf } from '@hola/core/calendar.ts'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { loadAreas } from './areas.ts'
import { basicLabels } from './basic-labels.ts'
import { basicFrom, emptyBasic, type BasicValues } from './basic-values.ts'
import { ConsentOffer, ConsentQuestion } from './consent-parts.ts'
import { FormChips, FormChoice, FormDay, FormPhone, FormText, preloadSheets, type Choice } from './fields.tsx'
import { LoanQuestions } from './loan-questions.tsx'
import { goOn } from './next-step.ts'
import { PlaceFields } from './place-fields.tsx'
import { useStepForm } from './step-form.ts'
import { Group, Pair, StepPage, StepWaiting } from './step-page.tsx'
import { followCuil, isSuggested } from './suggested-cuil.ts'
import { tidyCuil, tidyDni, tidyPhone } from './tidy.ts'
import { useStepUser } from './use-step-user.ts'

const loadCheck = () => import('./basic-check.ts')

type Lists = RetOf<'app/get_list_page1_new'>

export function StepBasicScreen(): ReactNode {
  const { userId, phone } = useStepUser()
  // Somebody else logged in: nothing of the first person may stay.
  return <BasicStep key={userId} userId={userId} phone={phone} />
}

function BasicStep({ userId, phone }: { userId: string; phone: string | undefined }): ReactNode {
  const language = wireLanguageOf(useLocale())
  const lists = useLoad(language, (signal) => api.call('app/get_list_page1_new', {}, { signal, quiet: true }))
  const saved = useLoad('saved', (signal) =>
    Promise.all([api.call('app/get_basic_info', {}, { signal, quiet: true }), loadAreas(null, signal)]),
  )
  if (lists.load.status !== 'ready' || saved.load.status !== 'ready')
    return (
      <StepWaiting
        loads={[lists.load, saved.load]}
        onRetry={() => {
          lists.retry()
          saved.retry()
        }}
      />
    )
  const [{ info, saved_at }, provinces] = saved.load.data
  return (
    <BasicForm
      userId={userId}
      saved={info ? basicFrom(info) : { ...emptyBasic, whatsapp_phone: phone ? tidyPhone(phone) : '' }}
      savedAt={saved_at}
      lists={lists.load.data}
      provinces={provinces}
    />
  )
}

function BasicForm({
  userId,
  saved,
  savedAt,
  lists,
  provinces,
}: {
  userId: string
  saved: BasicValues
  savedAt: string | null
  lists: Lists
  provinces: readonly Choice[]
}): ReactNode {
  const [today] = useState(() => civilDayOf(new Date()))
  const form = useStepForm({
    name: 'basic',
    userId,
    empty: emptyBasic,
    saved,
    savedAt,
    labels: basicLabels,
    check: async (values) => (await loadCheck()).checkBasic(values, today),
    save: (body) => api.call('app/save_basic_info', body, { quiet: true }),
    onSaved: ({ application }) => goOn('basic', application),
    related: {
      national_id_number: ['cuil'],
      overdue_past_six_months: ['longest_overdue_period_id'],
      'address.locality_kind': ['address.locality_id', 'address.locality_other'],
    },
    uncounted: ['address.locality_id', 'address.locality_kind', 'address.locality_other'],
  })
  useEffect(() => {
    preloadSheets()
    loadCheck().catch(() => undefined)
  }, [])

  const identity = { dni: form.value('national_id_number'), gender: form.value('gender_id') }
  const cuil = form.value('cuil')
  const follow = (after: Partial<typeof identity>): void => {
    const followed = followCuil(cuil, identity, { ...identity, ...after })
    if (followed !== cuil) form.choose('cuil', followed)
  }

  return (
    <StepPage form={form} step={1} lead={m.application_basic_lead()} action={m.application_save_and_go_on()}>
      <Pair>
        <FormText form={form} name="first_name" autoComplete="given-name" autoCapitalize="words" />
        <FormText form={form} name="last_name" autoComplete="family-name" autoCapitalize="words" />
      </Pair>
      <FormText
        form={form}
        name="national_id_number"
        inputMode="numeric"
        autoComplete="off"
        tidy={tidyDni}
        onTyped={(dni) => follow({ dni })}
      />
      <FormChips
        form={form}
        name="gender_id"
        options={lists.genders.map(({ id, label }) => ({ value: id, text: label }))}
        onChosen={(gender) => follow({ gender })}
      />
      <FormText
        form={form}
        name="cuil"
        hint={isSuggested(cuil, identity) ? m.application_cuil_suggested() : m.application_cuil_hint()}
        inputMode="numeric"
        autoComplete="off"
        tidy={tidyCuil}
      />
      <FormDay
        form={form}
        name="birth_day"
        today={today}
        // Most borrowers are nearer to forty than to today: the wheels begin there.
        opensAt={addDays(today, -365 * 35)}
        start="1900-01-01"
      />
      <FormPhone form={form} name="whatsapp_phone" autoComplete="tel-national" />
      <FormChoice form={form} name="education_id" choices={lists.educations} />
      <FormChoice form={form} name="industry_id" choices={lists.industries} />
      <Group title={m.application_where_you_live()}>
        <PlaceFields form={form} provinces={provinces} />
        <Suspense>
          <ConsentOffer kind="location" />
        </Suspense>
      </Group>
      <Group title={m.application_about_the_loan()}>
        <FormChoice form={form} name="loan_purpose_id" choices={lists.loan_purposes} />
        <LoanQuestions form={form} periods={lists.overdue_periods} />
      </Group>
      <Suspense>
        <ConsentQuestion kind="behaviour" />
      </Suspense>
    </StepPage>
  )
}
