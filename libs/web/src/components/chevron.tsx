export const Chevron = () => (
  <svg className="sx-chevron" viewBox="0 0 12 12" aria-hidden="true">
    <path d="M3 4.5 6 7.5 9 4.5" />
  </svg>
);
