import type { ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { canPickContact, pickContact } from '../../shared/device/contact.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { showActionSheet, showToast } from '@hola/ui/overlay/feedback.ts'
import { userIcon } from '@hola/ui/layout/icons.ts'
import css from './contact-fields.module.css'
import { FormChoice, FormPhone, FormText, type Choice } from './fields.tsx'
import { mobilesOf } from './mobiles-of.ts'
import type { SocialValues } from './social-values.ts'
import type { FieldName, StepForm } from './step-form.ts'

/** Somebody who knows the applicant: written by hand, or taken from the phone's own list where it has a picker. */
export function ContactFields({
  form,
  contact,
  title,
  relationships,
}: {
  form: StepForm<FieldName<SocialValues>>
  contact: 'emergency_contact_1' | 'emergency_contact_2'
  title: string
  relationships: readonly Choice[]
}): ReactNode {
  const pick = async (): Promise<void> => {
    const picked = await pickContact()
    if ('refused' in picked) {
      // Closing the picker without choosing changes nothing.
      if (picked.refused !== 'cancelled') showToast({ title: m.application_pick_failed(), icon: 'none' })
      return
    }
    const phones = mobilesOf(picked.phones)
    const [first] = phones
    if (first === undefined) return showToast({ title: m.application_contact_no_mobile(), icon: 'none' })
    const phone =
      phones.length === 1
        ? first
        : phones[(await showActionSheet({ title: m.application_which_phone(), items: phones })).tapIndex]
    if (phone === undefined) return
    form.choose(`${contact}.contact_name`, picked.name)
    form.choose(`${contact}.contact_phone`, phone)
  }
  return (
    <Card title={title}>
      <div className={css.fields}>
        {canPickContact() && (
          // So does closing the question which of the numbers.
          <Button kind="secondary" icon={userIcon} onClick={() => void pick().catch(() => undefined)}>
            {m.application_pick_contact()}
          </Button>
        )}
        <FormChoice
          form={form}
          name={`${contact}.relationship_id`}
          label={m.application_relationship()}
          choices={relationships}
        />
        <FormText
          form={form}
          name={`${contact}.contact_name`}
          label={m.application_contact_name()}
          autoComplete="off"
          autoCapitalize="words"
        />
        <FormPhone
          form={form}
          name={`${contact}.contact_phone`}
          label={m.application_contact_phone()}
          autoComplete="off"
        />
      </div>
    </Card>
  )
}
