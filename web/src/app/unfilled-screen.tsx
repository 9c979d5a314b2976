import type { ComponentType, ReactNode } from 'react'
import { m } from '../i18n/compiled/messages.js'
import { usePage } from '../router/page-context.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './unfilled-screen.module.css'

export type SkeletonShape = 'list' | 'picture' | 'text'

const Lines = ({ widths }: { widths: readonly `${number}%`[] }): ReactNode =>
  widths.map((width, index) => <Skeleton key={index} width={width} />)

const Row = ({ width }: { width: `${number}%` }): ReactNode => (
  <div className={css.row}>
    <Skeleton shape="disc" />
    <div className={css.grow}>
      <Lines widths={[width, '80%']} />
    </div>
  </div>
)

const shapes: Record<SkeletonShape, ReactNode> = {
  list: (
    <Card className={css.stack}>
      <Row width="55%" />
      <Row width="40%" />
      <Row width="60%" />
    </Card>
  ),
  picture: (
    <>
      <Skeleton shape="block" />
      <Lines widths={['70%']} />
      <Skeleton shape="block" />
    </>
  ),
  text: <Lines widths={['60%', '95%', '90%', '98%', '70%', '92%', '88%', '40%']} />,
}

/** What will stand here, in grey. A reader of the screen hears one sentence. */
const screenOf =
  (shape: SkeletonShape): ComponentType =>
  (): ReactNode => (
    <section className={css.skeleton} aria-busy="true" aria-label={m.shell_loading(usePage())}>
      {shapes[shape]}
    </section>
  )

/** Pages that a later step fills. */
export const unfilledScreens: Record<SkeletonShape, ComponentType> = {
  list: screenOf('list'),
  picture: screenOf('picture'),
  text: screenOf('text'),
}
