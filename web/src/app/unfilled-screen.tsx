import type { ComponentType, ReactNode } from 'react'
import { usePage } from '../router/page-context.ts'
import { PageSkeleton, type SkeletonShape } from './page-skeleton.tsx'

const screenOf =
  (shape: SkeletonShape): ComponentType =>
  (): ReactNode => <PageSkeleton shape={shape} title={usePage().title} />

export const unfilledScreens: Record<SkeletonShape, ComponentType> = {
  form: screenOf('form'),
  list: screenOf('list'),
  offer: screenOf('offer'),
  picture: screenOf('picture'),
  text: screenOf('text'),
}
