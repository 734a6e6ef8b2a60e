/** Finds text in any case; every character of it stands for itself. */
export const containing = (text: string) => ({
  $regex: text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'),
  $options: 'i',
});
