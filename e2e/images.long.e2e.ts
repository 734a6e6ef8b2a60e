import { describeImages } from './image-contents.js';

/** translate is asked by the daily tests. */
describeImages(['relay', 'auth-server', 'notifications', 'speech', 'ipt-graphql']);
