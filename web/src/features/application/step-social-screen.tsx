import { useEffect, type ReactNode } from 'react'
import type { RetOf } from '@hola/core/contract/contract.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale, wireLanguageOf } from '@hola/i18n/locale.ts'
import { api } from '../../lib/api.ts'
import { useLoad } from '../../lib/form-load.ts'
import { shieldIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { ContactFields } from './contact-fields.tsx'
import { FormChips, FormChoice, FormPesos, preloadSheets } from './fields.tsx'
import { goOn } from './next-step.ts'
import { socialLabels } from './social-labels.ts'
import { emptySocial, socialFrom, type SocialValues } from './social-values.ts'
import { useStepForm } from './step-form.ts'
import { Group, StepPage, StepWaiting } from './step-page.tsx'
import { useStepUser } from './use-step-user.ts'

const loadCheck = () => import('./social-check.ts')

type Lists = RetOf<'app/get_list_page2_new'>

export function StepSocialScreen(): ReactNode {
  const { userId, phone } = useStepUser()
  return <SocialStep key={userId} userId={userId} phone={phone} />
}

function SocialStep({ userId, phone }: { userId: string; phone: string | undefined }): ReactNode {
  const language = wireLanguageOf(useLocale())
  const lists = useLoad(language, (signal) => api.call('app/get_list_page2_new', {}, { signal, quiet: true }))
  // The basic step tells the person's own numbers, which no contact may have.
  const saved = useLoad('saved', (signal) =>
    Promise.all([
      api.call('app/get_extra_info', {}, { signal, quiet: true }),
      api.call('app/get_basic_info', {}, { signal, quiet: true }),
    ]),
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
  const [{ info, saved_at, locked_by }, basic] = saved.load.data
  return (
    <SocialForm
      userId={userId}
      saved={info ? socialFrom(info) : emptySocial}
      savedAt={saved_at}
      locked={locked_by}
      savedBefore={basic.saved_at}
      lists={lists.load.data}
      ownPhones={[phone, basic.info?.whatsapp_phone]}
    />
  )
}

function SocialForm({
  userId,
  saved,
  savedAt,
  locked,
  savedBefore,
  lists,
  ownPhones,
}: {
  userId: string
  saved: SocialValues
  savedAt: string | null
  locked: Parameters<typeof StepPage>[0]['locked']
  savedBefore: string | null
  lists: Lists
  ownPhones: readonly (string | undefined)[]
}): ReactNode {
  const form = useStepForm({
    name: 'social',
    userId,
    empty: emptySocial,
    saved,
    savedAt,
    savedBefore,
    labels: socialLabels,
    check: async (values) => (await loadCheck()).checkSocial(values, ownPhones),
    save: (body) => api.call('app/save_extra_info', body, { quiet: true }),
    onSaved: ({ application }) => goOn('social', application),
    related: { 'emergency_contact_1.contact_phone': ['emergency_contact_2.contact_phone'] },
  })
  useEffect(() => {
    preloadSheets()
    loadCheck().catch(() => undefined)
  }, [])
  return (
    <StepPage
      form={form}
      step={2}
      lead={m.application_social_lead()}
      action={m.application_save_and_go_on()}
      locked={locked ?? null}
    >
      <FormChoice form={form} name="employment_type_id" choices={lists.employment_types} />
      <FormPesos form={form} name="monthly_salary_centavos" hint={m.application_salary_hint()} />
      <FormChips
        form={form}
        name="marital_status_id"
        options={lists.marital_statuses.map(({ id, label }) => ({ value: id, text: label }))}
      />
      <Group title={m.application_contacts()}>
        <Note tone="good" icon={shieldIcon}>
          {m.application_contacts_promise()}
        </Note>
        <ContactFields
          form={form}
          contact="emergency_contact_1"
          title={m.application_contact_1()}
          relationships={lists.relationships}
        />
        <ContactFields
          form={form}
          contact="emergency_contact_2"
          title={m.application_contact_2()}
          relationships={lists.relationships}
        />
      </Group>
    </StepPage>
  )
}
