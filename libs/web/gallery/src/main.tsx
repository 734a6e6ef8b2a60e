import '../../src/styles/index.css';
import './gallery.css';
import { mount } from '../../src/index.js';
import { Gallery } from './gallery.js';

const { searchParams } = new URL(location.href);
document.documentElement.dir = searchParams.get('dir') === 'rtl' ? 'rtl' : 'ltr';

mount(<Gallery />);
