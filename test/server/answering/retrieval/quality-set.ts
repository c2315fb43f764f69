import type { Written } from '../memory-store.ts';

/**
 * The handbook of an invented photo server, a line for each passage: document | heading | text. It is written like product
 * documentation: what a section is about often stands in its heading alone, and notes on releases repeat the words of all others.
 */
const HANDBOOK = `
Installation | Install on Linux | Download the archive, unpack it into a folder of your choice and start the binary in it.
Installation | Install on Windows | Download the setup program, start it as administrator and follow its three pages.
Installation | Install on macOS | Download the disk image, open it and drag the icon to the programs.
Installation | Requirements | Two processor cores and four gigabytes of memory are enough for a family.
Installation | Update to a new version | Stop the service, replace the binary and start the service again. The data stays where it is.
Installation | Uninstall | Stop the service and delete its folder. Originals outside of that folder are kept.
Accounts | Create an account | An administrator enters the name and the e-mail address. A link to choose a password is sent there.
Accounts | Change the password | Choose Profile in the menu at the top, then Security. Type the old one once and the new one twice.
Accounts | Reset a forgotten password | Follow the link below the form. It sends a message that is valid for an hour.
Accounts | Two-factor authentication | Scan the square code with an app on your phone and type the six digits that it shows.
Accounts | Delete an account | Albums of the person are moved to the administrator. This cannot be undone.
Accounts | Roles | A guest looks, a member uploads, and an administrator manages people.
Albums | Create an album | Press the button with the plus sign, type a title and drag pictures into the frame.
Albums | Share an album | Open it, press the arrow and copy the link. Anybody who has the link can look at it.
Albums | Stop sharing | Open the list of links and press the cross beside the one that should end.
Albums | Sort pictures | The order is by date of capture. Choose another one in the menu above the grid.
Albums | Cover picture | Press a picture for a second and choose Cover. Without a choice it is the first one.
Albums | Download an album | All originals are packed into one archive, which may take several minutes.
Uploading | Upload from a phone | The app sends new pictures whenever the phone is charging and has a wireless network.
Uploading | Upload from a camera | Connect the card reader. A window lists the pictures that are not in the library yet.
Uploading | Supported formats | JPEG, HEIC, PNG, WebP and the raw formats of the larger makers are read.
Uploading | Duplicates | A picture whose bytes are known already is skipped. Edited copies count as different.
Uploading | Size limits | One file may have two gigabytes. Longer videos are refused with a message.
Searching | Search by date | Type a year, a month or a day in any order. Ranges are written with a hyphen.
Searching | Search by place | Coordinates are turned into names of towns when a picture arrives, without any network.
Searching | Search by person | Faces that look alike are grouped. Give a group its name once.
Searching | Search by colour | Click a tile of the palette. Pictures with much of it come first.
Searching | Save a search | Press the star. The list at the left shows it until you press the star again.
Storage | Move the library to another disk | Stop the service, copy the folder, and write its new path into the settings.
Storage | Free space | The bin is emptied after thirty days. Empty it by hand to get the room at once.
Storage | Backup | Every night a copy of the database is written beside the originals. Keep another one elsewhere.
Storage | Restore a backup | Start the service with the name of the copy. It asks before it overwrites anything.
Storage | Encryption | Originals can be enciphered at rest. The key is never written to the same disk.
Storage | Thumbnails | Small previews take about a tenth of the room of the originals and can be made again at any time.
Network | Reverse proxy | Forward the host name and the protocol, and allow bodies of two gigabytes.
Network | Certificates | Put the chain and the key into the folder named tls. They are read again each morning.
Network | Change the port | The default is 8420. Set another number in the settings and restart.
Network | Remote access | Without a fixed address, use a tunnel. The handbook of your router says how to forward one.
Troubleshooting | The service does not start | Read the last lines of the journal. Most often the folder belongs to somebody else.
Troubleshooting | Pictures are missing | Start a scan of the folders. What was renamed outside is found by its content.
Troubleshooting | The page is slow | Previews may still be in the making. The bar at the bottom says how many are left.
Troubleshooting | Wrong dates | Cameras without a set clock write the year 1980. Select the pictures and shift their time.
Troubleshooting | Uploads stop halfway | A proxy in between may cut long requests. Raise its limit to ten minutes.
Releases | Version 5.1 | A password may be longer now, and nobody has to change it each year. Where it was forgotten, we reset the counter of attempts at once.
Releases | Version 5.0 | It is quicker to install. On Windows the icon is sharp again, and on Linux the log has colours. An album loads faster for those with whom you share it.
Releases | Version 4.9 | You can stop a download of an album. Sharing needs one click less, and whoever moves a disk sees how much of the library is left.
Releases | Version 4.8 | Search is faster: a person or a colour is found at once, and you can save what you found. Restore now says which backup it reads.
Releases | Version 4.7 | A camera or a phone is recognised before the upload begins. An account that we could not delete is listed. The port of the tunnel may change.
Releases | Version 4.6 | Each factor of authentication has a picture of its own, there may be two administrators, and the limits of a file's size are shown in the form.
`;

export const PASSAGES: Written[] = HANDBOOK.trim()
  .split('\n')
  .map((line) => {
    const [title = '', heading = '', text = ''] = line.split(' | ');
    return { title: `Lantern: ${title}`, headings: [heading], text };
  });

/** Questions with the heading of the passage that answers. */
export const QUESTIONS = {
  /** Whose words stand in the heading of the right passage, and in the text of wrong ones. */
  headings: [
    ['How do I change the password?', 'Change the password'],
    ['How can I reset a forgotten password?', 'Reset a forgotten password'],
    ['How do I install it on Windows?', 'Install on Windows'],
    ['How do I install it on Linux?', 'Install on Linux'],
    ['How do I share an album?', 'Share an album'],
    ['How do I stop sharing?', 'Stop sharing'],
    ['How can I download an album?', 'Download an album'],
    ['How do I move the library to another disk?', 'Move the library to another disk'],
    ['How do I restore a backup?', 'Restore a backup'],
    ['Can I search by person?', 'Search by person'],
    ['Can I search by colour?', 'Search by colour'],
    ['How do I save a search?', 'Save a search'],
    ['How do I upload from a camera?', 'Upload from a camera'],
    ['How do I upload from a phone?', 'Upload from a phone'],
    ['How do I delete an account?', 'Delete an account'],
    ['What are the size limits?', 'Size limits'],
    ['How do I change the port?', 'Change the port'],
    ['How do I set up two-factor authentication?', 'Two-factor authentication'],
  ],
  /** With words misspelt, or other forms of them, that no passage has. */
  misspelt: [
    ['Where does Lantern look for certifcates?', 'Certificates'],
    ['Has Lantern any encyption?', 'Encryption'],
    ['Which formts does Lantern know?', 'Supported formats'],
    ['What does Lantern do with duplictes?', 'Duplicates'],
    ['How large are the thumbnials of Lantern?', 'Thumbnails'],
    ['What are the requirments of Lantern?', 'Requirements'],
    ['How do I uninstal Lantern?', 'Uninstall'],
    ['Does Lantern make a bakcup?', 'Backup'],
    ['How do I put Lantern behind a revers proxi?', 'Reverse proxy'],
    ['Does Lantern know authentification?', 'Two-factor authentication'],
    ['What is the coverpicture in Lantern?', 'Cover picture'],
    ['Has Lantern remoteaccess?', 'Remote access'],
    ['Why does Lantern show wrng daets?', 'Wrong dates'],
  ],
} as const;
