import { useCallback, type ReactNode } from 'react'

/** A picture in memory. Its address is given back when nobody shows it any more. */
export function BlobImage({
  image,
  alt,
  className,
}: {
  image: Blob
  alt: string
  className?: string | undefined
}): ReactNode {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(image)
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [image],
  )
  return <img ref={show} className={className} alt={alt} decoding="sync" />
}
