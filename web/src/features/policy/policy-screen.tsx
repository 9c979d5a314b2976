import { lazy, Suspense, useState, type ReactNode } from 'react'
import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { useLocale } from '@hola/i18n/locale.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { linkTo } from '../../lib/link.ts'
import { usePage, usePageTitle } from '../../router/page-context.ts'
import { Card } from '@hola/ui/layout/card.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { docIcon, lockIcon } from '@hola/ui/layout/icons.ts'
import { Note } from '@hola/ui/layout/note.tsx'
import { Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { Skeleton } from '@hola/ui/layout/skeleton.tsx'
import css from './policy-screen.module.css'
import { policyTypes, type PolicyTexts, type PolicyType } from './policy-text.ts'

/** A reader of one language does not load the other. */
const texts = {
  es: async () => (await import('./texts-es.ts')).textsEs,
  en: async () => (await import('./texts-en.ts')).textsEn,
}
type TextLanguage = keyof typeof texts

const articleIn = (language: TextLanguage) =>
  lazy(async () => {
    const loaded = await texts[language]()
    return { default: ({ type }: { type: PolicyType }) => <Article type={type} language={language} texts={loaded} /> }
  })
const articles = { es: articleIn('es'), en: articleIn('en') }

/** Longer than all the other texts together, and needed by one of them. */
const ModelAgreement = lazyPart(async () => (await import('./model-agreement.tsx')).ModelAgreement)

const titles: Record<PolicyType, () => string> = {
  privacy: () => m.policy_privacy(),
  terms: () => m.policy_terms(),
  contracts: () => m.policy_contracts_title(),
  about: () => m.policy_about(),
}

/** `adhesion` is how the links in the law's own words name the contracts. */
const typeOf = (asked: string | undefined): PolicyType | undefined =>
  asked === 'adhesion' ? 'contracts' : policyTypes.find((type) => type === asked)

/** One of our texts by `type`; without one, the list of them. */
export function PolicyScreen(): ReactNode {
  const locale = useLocale()
  const type = typeOf(usePage().query['type'])
  const [chosen, setChosen] = useState<TextLanguage>()
  const language = chosen ?? (locale === 'es' ? 'es' : 'en')
  const Text = articles[language]
  usePageTitle(type && titles[type]())
  return (
    <div className={css.page}>
      {type && (
        <>
          <Chips
            label={m.policy_which()}
            options={[
              // Each language names itself.
              { value: 'es', text: 'Español', lang: 'es', detail: m.policy_legal_text() },
              { value: 'en', text: 'English', lang: 'en', detail: m.policy_courtesy_text() },
            ]}
            value={language}
            onChange={setChosen}
          />
          {language === 'en' && <Note>{m.policy_courtesy()}</Note>}
          <Suspense fallback={<Loading />}>
            <Text type={type} />
          </Suspense>
          {type === 'contracts' && (
            <div className={css.article}>
              <Suspense fallback={<Loading />}>
                <ModelAgreement />
              </Suspense>
            </div>
          )}
        </>
      )}
      <Card title={m.policy_texts()}>
        <RowList>
          {type === 'privacy' && (
            <Row icon={lockIcon} title={m.account_my_data()} {...linkTo('/pages/privacy/privacy')} />
          )}
          {policyTypes
            .filter((other) => other !== type)
            .map((other) => (
              <Row
                key={other}
                icon={docIcon}
                title={other === 'contracts' ? <span lang="es">{m.policy_contracts()}</span> : titles[other]()}
                {...linkTo(`/pages/policy/policy?type=${other}`)}
              />
            ))}
        </RowList>
      </Card>
    </div>
  )
}

function Loading(): ReactNode {
  return (
    <div className={css.article} aria-hidden="true">
      {([95, 90, 98, 70, 92, 88] as const).map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}

function Article({
  type,
  language,
  texts: { [type]: text },
}: {
  type: PolicyType
  language: TextLanguage
  texts: PolicyTexts
}): ReactNode {
  return (
    <article className={css.article}>
      {type === 'contracts' && (
        <h2 className={css.title} lang="es">
          {m.policy_contracts()}
        </h2>
      )}
      <p className={css.version}>{m.policy_version({ version: text.version })}</p>
      {text.sections.map(({ title, blocks }) => (
        <section key={title} className={css.section} lang={language}>
          <h2>{title}</h2>
          {blocks.map((block) =>
            typeof block === 'string' ? (
              <p key={block} {...(isLegend(block) && { className: css.legend, lang: 'es' })}>
                {block}
              </p>
            ) : (
              <ul key={block[0]} className={css.list}>
                {block.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            ),
          )}
        </section>
      ))}
    </article>
  )
}

const isLegend = (block: string): boolean => block === ACCESS_LEGEND || block === AUTHORITY_LEGEND
